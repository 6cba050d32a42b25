import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

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
  const [words = ''] = (parts[at] ?? '').split(/^(?:\||In short:)/mu, 1)
  parts[at] = `${words.trimEnd()}\n\n${inShort(rows)}\n\n${table}\n\n`
  await writeFile(path, `${parts.join('').trimEnd()}\n`)
}

/** How many trials there were, and what was lost in which; that stands in a row's last cell. */
export function inShort(rows: readonly (readonly string[])[]): string {
  const losses = new Map<string, Map<string, string[]>>()
  for (const row of rows) {
    const [what = '', how = '', lost = ''] = [row[0], row[1], row.at(-1)]
    if (lost === 'nothing') continue
    const ofIt = losses.get(what) ?? new Map<string, string[]>()
    losses.set(what, ofIt.set(lost, [...(ofIt.get(lost) ?? []), how]))
  }
  const rest = [...losses].map(([what, ofIt]) => {
    return `- ${what}: ${[...ofIt].map(([lost, ways]) => `${lost} (${ways.join(', ')})`).join('; ')}`
  })
  const costly = rows.filter((row) => row.at(-1) !== 'nothing').length
  const count = `In short: ${rows.length - costly} of ${rows.length} trials cost nothing.`
  return costly === 0 ? count : [`${count} What the others cost:\n`, ...rest].join('\n')
}

/** What was said first, each once, without what is another in every run. `folder` holds the store and all that is read into it. */
export function sayingOf(said: readonly string[], store: string, folder: string): string {
  const shown = [...new Set(said)].map((line) =>
    line
      .replaceAll(store, '<store>')
      .replaceAll(relative('/', folder), '…')
      .replaceAll(/[0-9a-f]{64}/gu, '<sha256>')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d-]+Z/gu, '<time>')
      .replaceAll(/(?<=damaged\/)\d{13}/gu, '<time>')
      .replaceAll('|', '/')
      .split('\n')[0]
      ?.slice(0, 220),
  )
  return shown.slice(0, 4).join('<br>')
}
