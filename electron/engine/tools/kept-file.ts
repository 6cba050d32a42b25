import { basename } from 'node:path'
import type { z } from 'zod'
import { replaceDurably } from '@engine/platform/durable-files'
import { jsonIfValid, textIfPresent } from '@engine/platform/stored-text'

/**
 * The value of a JSON file of the store; undefined where there is no such file or it is damaged. A damaged one is kept as
 * `<name>.damaged.json`, and the log says so. Never throws.
 */
export async function readKept<Value>(
  path: string,
  schema: z.ZodType<Value>,
  log: (line: string) => void,
): Promise<Value | undefined> {
  const name = basename(path)
  const text = await textIfPresent(path).catch((thrown: unknown) => {
    log(`${name} cannot be read: ${String(thrown)}`)
    return undefined
  })
  if (text === undefined) return undefined
  const parsed = schema.safeParse(jsonIfValid(text))
  if (parsed.success) return parsed.data
  const aside = path.replace(/(?:\.json)?$/u, '.damaged.json')
  const isKept = await replaceDurably(aside, text, `${aside}.new`).then(
    () => true,
    () => false,
  )
  log(`${name} is damaged and was left out${isKept ? `; ${basename(aside)} keeps it` : ''}.`)
  return undefined
}
