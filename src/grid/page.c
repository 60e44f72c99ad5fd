// SPDX-License-Identifier: MIT
//
// The page: one HTML file with all that it needs. Numbers go in as compact arrays, in the order of
// bodies, acts and variants; pictures go to failing pairs, the first failure of each act before the
// second of any, until their budget is spent.
#include "grid/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Bodies in the heat map at most: a browser still scrolls so many rows. Beyond it, those that pass
/// everything are folded first.
#define MOST_ROWS 2500
/// Bytes of pictures where nobody says.
#define PICTURE_BYTES ((size_t)16 << 20)

typedef struct page {
    const caper_grid_page_def *def;
    caper_grid_item *items;
    size_t count;
    char **bodies, **acts; // unique, in order
    int body_count, act_count;
    caper_text html;
} page;

caper_grid_page_def caper_grid_page_def_default(void)
{
    caper_grid_page_def def;
    memset(&def, 0, sizeof def);
    def.picture_budget = PICTURE_BYTES;
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

// --------------------------------------------------------------------------------------------
// items

typedef struct item_list {
    caper_grid_item *items;
    size_t count;
    bool failed;
} item_list;

static bool keep_item(void *user, const caper_grid_item *item)
{
    item_list *list = user;
    if ((list->count & (list->count - 1)) == 0) {
        size_t capacity = list->count ? 2 * list->count : 64;
        caper_grid_item *grown = realloc(list->items, capacity * sizeof *grown);
        list->failed = !grown;
        if (!grown) {
            return false;
        }
        list->items = grown;
    }
    list->items[list->count++] = *item;
    return true;
}

static int compare_items(const void *a, const void *b)
{
    return caperi_grid_compare(a, b);
}

static bool read_items(const char *path, item_list *list, caper_error *error)
{
    memset(list, 0, sizeof *list);
    if (!caper_grid_read(path, keep_item, list, error)) {
        return false;
    }
    if (list->count > 0) {
        qsort(list->items, list->count, sizeof *list->items, compare_items);
    }
    return !list->failed ||
           caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory for the page");
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int find_name(char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

// Bodies are in order already; acts are collected from all of them.
static bool collect_names(page *p)
{
    p->bodies = calloc(p->count + 1, sizeof(char *));
    p->acts = calloc(p->count + 1, sizeof(char *));
    for (size_t i = 0; p->bodies && p->acts && i < p->count; i++) {
        caper_grid_item *item = &p->items[i];
        if (p->body_count == 0 || strcmp(p->bodies[p->body_count - 1], item->body) != 0) {
            p->bodies[p->body_count++] = item->body;
        }
        if (find_name(p->acts, p->act_count, item->act) < 0) {
            p->acts[p->act_count++] = item->act;
        }
    }
    if (p->acts && p->act_count > 0) {
        qsort(p->acts, (size_t)p->act_count, sizeof(char *), compare_words);
    }
    return p->bodies && p->acts;
}

// Too many rows: those of bodies that pass everything are taken out. How many.
static int fold_rows(item_list *list)
{
    int bodies = 0, folded = 0;
    for (size_t i = 0; i < list->count; i++) {
        bodies += i == 0 || strcmp(list->items[i].body, list->items[i - 1].body) != 0;
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->count && bodies - folded > 0;) {
        size_t end = i;
        bool clean = true;
        for (; end < list->count && strcmp(list->items[end].body, list->items[i].body) == 0;
             end++) {
            caper_grid_status status = list->items[end].status;
            clean = clean && (status == CAPER_GRID_PASS || status == CAPER_GRID_SKIP);
        }
        if (clean && bodies - folded > MOST_ROWS) {
            folded++;
        } else {
            memmove(&list->items[kept], &list->items[i], (end - i) * sizeof *list->items);
            kept += end - i;
        }
        i = end;
    }
    list->count = kept;
    return folded;
}

// ---------------------------------------------------------------------------------------------
// data

// Four digits are enough to look at.
static void put_number(caper_text *out, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.4g", isfinite(value) ? value : 0);
    for (char *c = text; *c; c++) {
        *c = *c == ',' ? '.' : *c; // whatever the locale writes
    }
    caper_text_append_string(out, text);
}

// A string that may stand inside a script element.
static void put_string(caper_text *out, const char *text)
{
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 0);
    caper_json_string(&w, text);
    for (size_t i = 0; i < w.text.size; i++) {
        if (w.text.data[i] == '<') {
            caper_text_append_string(out, "\\u003c");
        } else {
            caper_text_append(out, &w.text.data[i], 1);
        }
    }
    caper_json_writer_free(&w);
}

static void put_names(caper_text *out, const char *name, char *const *names, int count)
{
    caper_text_printf(out, "%s:[", name);
    for (int i = 0; i < count; i++) {
        caper_text_append_string(out, i ? "," : "");
        put_string(out, names[i]);
    }
    caper_text_append_string(out, "],\n");
}

static void put_values(caper_text *out, const caper_grid_item *item)
{
    int written = 0;
    caper_text_append_string(out, "[");
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        const caper_grid_value *v = &item->values[m];
        if (!v->measured) {
            continue;
        }
        caper_text_printf(out, "%s[%d,", written++ ? "," : "", m);
        put_number(out, v->value);
        caper_text_append_string(out, ",");
        if (v->gated) {
            put_number(out, v->gate);
        } else {
            caper_text_append_string(out, "null");
        }
        caper_text_append_string(out, v->pass ? ",1]" : v->visible ? ",0]" : ",0,1]");
    }
    caper_text_append_string(out, "]");
}

static void put_items(page *p)
{
    caper_text *out = &p->html;
    caper_text_append_string(out, "items:[\n");
    int body = -1;
    for (size_t i = 0; i < p->count; i++) {
        const caper_grid_item *item = &p->items[i];
        body += i == 0 || strcmp(item->body, p->items[i - 1].body) != 0;
        int act = find_name(p->acts, p->act_count, item->act);
        caper_text_printf(out, "%s[%d,%d,%d,%d,", i ? ",\n" : "", body, act, (int)item->status,
                          item->variant);
        put_number(out, (double)item->worst_time);
        caper_text_append_string(out, ",");
        put_string(out, item->worst);
        caper_text_append_string(out, ",");
        put_string(out, item->why);
        caper_text_append_string(out, ",");
        put_string(out, item->limbs);
        caper_text_append_string(out, ",");
        put_values(out, item);
        caper_text_append_string(out, "]");
    }
    caper_text_append_string(out, "],\n");
}

// How the same pairs were in the earlier run.
static bool put_old(page *p, caper_error *error)
{
    item_list old;
    if (!p->def->against) {
        return true;
    }
    if (!read_items(p->def->against, &old, error)) {
        free(old.items);
        return false;
    }
    caper_text_append_string(&p->html, "old:[");
    bool first = true;
    size_t at = 0;
    int body = -1;
    for (size_t i = 0; i < p->count; i++) {
        const caper_grid_item *item = &p->items[i];
        body += i == 0 || strcmp(item->body, p->items[i - 1].body) != 0;
        while (at < old.count && caperi_grid_compare(&old.items[at], item) < 0) {
            at++;
        }
        if (at < old.count && caperi_grid_compare(&old.items[at], item) == 0) {
            caper_text_printf(&p->html, "%s[%d,%d,%d]", first ? "" : ",", body,
                              find_name(p->acts, p->act_count, item->act),
                              (int)old.items[at].status);
            first = false;
        }
    }
    caper_text_append_string(&p->html, "],\n");
    free(old.items);
    return true;
}

// -----------------------------------------------------------------------------------------
// pictures

// Failing items, the first of each act, then the second of each, and so on.
static size_t order_failures(const page *p, size_t *order)
{
    int *seen = calloc((size_t)p->act_count + 1, sizeof *seen);
    size_t count = 0;
    bool more = seen != NULL;
    for (int round = 0; more; round++) {
        more = false;
        memset(seen, 0, (size_t)p->act_count * sizeof *seen);
        for (size_t i = 0; i < p->count; i++) {
            if (p->items[i].status != CAPER_GRID_FAIL) {
                continue;
            }
            int act = find_name(p->acts, p->act_count, p->items[i].act);
            more = more || seen[act] > round;
            if (seen[act]++ == round) {
                order[count++] = i;
            }
        }
    }
    free(seen);
    return count;
}

static bool put_pictures(page *p)
{
    caper_text_append_string(&p->html, "pics:{");
    size_t *order = malloc((p->count + 1) * sizeof *order);
    size_t failures = order && p->def->picture ? order_failures(p, order) : 0;
    size_t spent = 0;
    bool first = true, going = true;
    for (size_t k = 0; k < failures && spent < p->def->picture_budget && going; k++) {
        caper_text png;
        caper_text_init(&png, NULL);
        if (p->def->picture(p->def->user, &p->items[order[k]], &png) && png.size > 0) {
            caper_text_printf(&p->html, "%s%zu:\"", first ? "" : ",\n", order[k]);
            caper_text_base64(&p->html, png.data, png.size);
            caper_text_append_string(&p->html, "\"");
            spent += png.size * 4 / 3;
            first = false;
        }
        caper_text_free(&png);
        double share = (double)spent / (double)p->def->picture_budget;
        double done = (double)(k + 1) / (double)failures;
        going = caper_progress_report(p->def->progress, share > done ? share : done, "pictures");
    }
    free(order);
    caper_text_append_string(&p->html, "}\n");
    return going;
}

// ----------------------------------------------------------------------------------------------
// all

static void put_lines(caper_text *out, const char *const *lines)
{
    for (; *lines; lines++) {
        caper_text_append_string(out, *lines);
    }
}

static void put_text(caper_text *out, const char *text)
{
    for (; *text; text++) {
        const char *safe = *text == '<' ? "&lt;" : *text == '&' ? "&amp;" : NULL;
        caper_text_append(out, safe ? safe : text, safe ? strlen(safe) : 1);
    }
}

static void put_head(page *p)
{
    caper_text *out = &p->html;
    const char *title = p->def->title ? p->def->title : "Every motion on every body";
    caper_text_append_string(out,
                             "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                             "<meta name=\"viewport\" content=\"width=device-width\"><title>");
    put_text(out, title);
    caper_text_append_string(out, "</title>\n<style>\n");
    put_lines(out, caperi_grid_style);
    caper_text_append_string(out, "</style></head><body>\n<header><h1>");
    put_text(out, title);
    caper_text_append_string(out, "</h1><p>");
    put_text(out, p->def->note ? p->def->note : "");
    caper_text_append_string(
        out,
        "</p><p><b id=\"rate\"></b></p><div class=\"bar\" id=\"bar\"></div><p id=\"sum\"></p>"
        "<p id=\"by\"></p><p id=\"trend\"></p></header>\n<div class=\"tools\"><label>judged by "
        "<select id=\"metric\"></select></label><label>bodies <select id=\"rows\"><option "
        "value=n>by "
        "name</option><option value=r>worst first</option></select></label><label>acts <select "
        "id=\"cols\"><option value=n>by name</option><option value=r>worst first</option></select>"
        "</label><input id=\"find\" placeholder=\"find a body\"><span class=\"note\">hover: "
        "numbers; "
        "click: picture and reason; click a name: sort by it</span><span class=\"note\">"
        "<i style=\"background:var(--p)\"></i>passes<i style=\"background:var(--u)\"></i>flawed: "
        "few would see it<i style=\"background:var(--f)\"></i>fails</span></div>\n"
        "<main><div id=\"map\"></div><div id=\"side\"></div></main><div id=\"tip\"></div>\n"
        "<script>\nwindow.GRID={\n");
}

static bool write_page(page *p, int folded, caper_error *error)
{
    caper_text *out = &p->html;
    put_head(p);
    put_names(out, "bodies", p->bodies, p->body_count);
    put_names(out, "acts", p->acts, p->act_count);
    caper_text_append_string(out, "metrics:[");
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        caper_text_append_string(out, m ? ",[" : "[");
        put_string(out, caper_metric_name((caper_metric)m));
        caper_text_append_string(out, ",");
        put_string(out, caper_metric_unit((caper_metric)m));
        caper_text_append_string(out, "]");
    }
    caper_text_printf(out, "],\nfolded:%d,\n", folded);
    put_items(p);
    bool good = put_old(p, error) &&
                (put_pictures(p) ||
                 caper_error_set(error, CAPER_ERROR_CANCELED, p->def->out, 0, 0, "canceled"));
    caper_text_append_string(out, "};\n</script>\n<script>\n");
    put_lines(out, caperi_grid_script);
    caper_text_append_string(out, "</script></body></html>\n");
    if (good && out->failed) {
        good = caper_error_set(error, CAPER_ERROR_MEMORY, p->def->out, 0, 0, "no memory");
    }
    return good && caper_file_write(p->def->out, out->data, out->size, error);
}

bool caper_grid_page(const caper_grid_page_def *def, caper_error *error)
{
    bool valid = def && def->cookie == CAPER_DEF_COOKIE && def->path && def->out;
    CAPER_ASSERT(valid);
    if (!valid) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "grid", 0, 0,
                               "a page needs a def from its default function, lines and a name");
    }
    item_list list;
    page p;
    memset(&p, 0, sizeof p);
    p.def = def;
    caper_text_init(&p.html, NULL);
    bool good = read_items(def->path, &list, error);
    int folded = good ? fold_rows(&list) : 0;
    p.items = list.items;
    p.count = list.count;
    if (good && !collect_names(&p)) {
        good = caper_error_set(error, CAPER_ERROR_MEMORY, def->out, 0, 0, "no memory");
    }
    good = good && write_page(&p, folded, error);
    caper_text_free(&p.html);
    free(p.bodies);
    free(p.acts);
    free(list.items);
    return good;
}
