// duckdb-in-tables-only
import '@duckdb/node-api'
