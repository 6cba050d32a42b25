// lancedb-in-storage-only
import '@lancedb/lancedb'
