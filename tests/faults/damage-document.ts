import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Puts a table under its heading into docs/damage.md, in the place of what stands there up to the next heading; what is before a table stays. */
export async function putTable(
  root: string,
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  const path = join(root, 'docs/damage.md')
  const parts = (await readFile(path, 'utf8')).split(/^(?=## )/mu)
  const at = parts.findIndex((part) => part.startsWith(`## ${heading}\n`))
  if (at === -1) throw new Error(`docs/damage.md has no “${heading}”.`)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = [columns, columns.map(() => '---'), ...rows].map(line).join('\n')
  const [words = ''] = (parts[at] ?? '').split(/^\|/mu, 1)
  parts[at] = `${words.trimEnd()}\n\n${table}\n\n`
  await writeFile(path, `${parts.join('').trimEnd()}\n`)
}
