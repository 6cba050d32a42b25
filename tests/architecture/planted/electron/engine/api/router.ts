// api-knows-ports-only
import '../storage/table'
