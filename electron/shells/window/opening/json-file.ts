import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'

/** What a small file of ours says; undefined where it is missing, damaged or of another shape: it is only convenience. */
export function readJson<T>(path: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Replaces a small file in one step. Synchronous, because it is also written while the window closes. Throws what the disk says. */
export function writeJson(path: string, value: unknown): void {
  const fresh = `${path}.new`
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(fresh, path)
}
