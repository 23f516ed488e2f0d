#include "render/png_file.h"

#include <math.h>
#include <png.h>
#include <setjmp.h>

static void collect(png_structp png, png_bytep bytes, size_t size)
{
    text_add(png_get_io_ptr(png), (struct text){(const char *)bytes, size});
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

static void keep_silent(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static _Noreturn void give_up(png_structp png, png_const_charp message)
{
    failure_set(png_get_error_ptr(png), FAILURE_SYSTEM, "writing a PNG: %s", message);
    longjmp(png_jmpbuf(png), 1);
}

static void set_notes(struct arena *arena, png_structp png, png_infop info,
                      const struct png_note *notes, size_t count)
{
    png_textp texts = arena_take_array(arena, count + 1, sizeof *texts);
    for (size_t i = 0; i < count; i++) {
        const char *text = text_string(arena, notes[i].text);
        texts[i].compression = PNG_ITXT_COMPRESSION_NONE;
        texts[i].key = (char *)notes[i].keyword;
        texts[i].text = (char *)text;
        texts[i].itxt_length = text_of(text).size;
    }
    if (count > 0)
        png_set_text(png, info, texts, (int)count);
}

static void write_image(png_structp png, png_infop info, const struct pixels *pixels,
                        double pixels_per_inch)
{
    png_uint_32 per_metre = (png_uint_32)lround(pixels_per_inch / 0.0254);
    png_set_IHDR(png, info, pixels->width, pixels->height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
    png_set_compression_level(png, 6);       /* 9: four times as long, 5 % smaller */
    png_set_filter(png, 0, PNG_FILTER_NONE); /* flat areas: half the size of filtered rows */
    png_write_info(png, info);
    png_set_filler(png, 0, PNG_FILLER_AFTER);
    png_set_bgr(png);
    for (unsigned y = 0; y < pixels->height; y++)
        png_write_row(png, (png_bytep)(pixels->rows + y * pixels->stride));
    png_write_end(png, info);
}

bool png_encode(struct arena *arena, const struct pixels *pixels, double pixels_per_inch,
                const struct png_note *notes, size_t note_count, struct text *png,
                struct failure *failure)
{
    struct text_builder *out = arena_take(arena, sizeof *out);
    out->arena = arena;
    png_structp writer =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, failure, give_up, keep_silent);
    png_infop info = writer == NULL ? NULL : png_create_info_struct(writer);
    if (info == NULL) {
        png_destroy_write_struct(&writer, NULL);
        return failure_set(failure, FAILURE_SYSTEM, "writing a PNG: out of memory");
    }
    if (setjmp(png_jmpbuf(writer))) {
        png_destroy_write_struct(&writer, &info);
        return false;
    }
    png_set_write_fn(writer, out, collect, flush_nothing);
    set_notes(arena, writer, info, notes, note_count);
    write_image(writer, info, pixels, pixels_per_inch);
    png_destroy_write_struct(&writer, &info);
    *png = text_built(out);
    return true;
}
