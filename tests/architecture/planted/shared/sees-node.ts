// shared-imports-zod-and-contract-only
import 'node:fs'
