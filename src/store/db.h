// SPDX-License-Identifier: MIT
//
// The little of SQLite that the store needs: statements with bound values, in a file of its own, so
// that one place knows its header and turns its answers into errors.
#ifndef CAPER_SRC_STORE_DB_H
#define CAPER_SRC_STORE_DB_H

#include "caper/base.h"

typedef struct caperi_db caperi_db;
typedef struct caperi_rows caperi_rows; // a prepared statement

typedef struct caperi_db_options {
    bool read_only, create;
    int wait_ms;
    bool damaged; // read what there is, also of a file that is shorter than its head says
} caperi_db_options;

caperi_db *caperi_db_open(const char *path, const caperi_db_options *options, caper_error *error);
void caperi_db_close(caperi_db *db);
/// Run statements that answer nothing.
bool caperi_db_run(caperi_db *db, const char *sql, caper_error *error);
/// The number that a statement answers with.
bool caperi_db_number(caperi_db *db, const char *sql, int64_t *number, caper_error *error);
/// Rows that the last statement changed.
int caperi_db_changes(caperi_db *db);

/// Prepare a statement and bind values by letters of `format`: s text, i int64_t, d double, b bytes
/// (const void *, size_t). NULL with an error.
caperi_rows *caperi_db_query(caperi_db *db, caper_error *error, const char *sql, const char *format,
                             ...);
/// Bind one more, from index 1 on; for statements that are put together.
void caperi_rows_bind_text(caperi_rows *rows, int index, const char *text);
void caperi_rows_bind_double(caperi_rows *rows, int index, double value);
/// The next row. False at the end or with an error: *error->status tells.
bool caperi_rows_next(caperi_rows *rows, caper_error *error);
const char *caperi_rows_text(caperi_rows *rows, int column); // "" for nothing
int64_t caperi_rows_int(caperi_rows *rows, int column);
double caperi_rows_double(caperi_rows *rows, int column);
const void *caperi_rows_bytes(caperi_rows *rows, int column, size_t *size);
void caperi_rows_close(caperi_rows *rows);
/// Prepare, bind, run to the end.
bool caperi_db_do(caperi_db *db, caper_error *error, const char *sql, const char *format, ...);

#endif
