import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isContractProcedure } from '@orpc/contract'
import { contract } from '@shared/api/api'

const root = resolve(import.meta.dirname, '../..')

/** Where a call can be made from. `others`: the other shells, for programs and for the window itself. */
const folders = {
  window: ['renderer'],
  command: ['electron/shells/terminal'],
  others: [
    'electron/shells/mcp',
    'electron/shells/doors',
    'electron/shells/answers',
    'electron/shells/web',
    'electron/shells/window',
  ],
} as const

export type Caller = keyof typeof folders

const texts: Readonly<Record<Caller, readonly string[]>> = {
  window: textsOf('window'),
  command: textsOf('command'),
  others: textsOf('others'),
}

function textsOf(caller: Caller): string[] {
  return folders[caller].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/u.test(file))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  )
}

/** Every call of the contract by its path, as `sessions.replay`. */
export const allCalls: readonly string[] = pathsOf(contract)

function pathsOf(router: object, above: readonly string[] = []): string[] {
  return Object.entries(router).flatMap(([name, part]: [string, unknown]) => {
    const path = [...above, name]
    if (isContractProcedure(part)) return [path.join('.')]
    return typeof part === 'object' && part !== null ? pathsOf(part, path) : []
  })
}

const escaped = (path: string) => path.replaceAll('.', String.raw`\s*\??\.\s*`)

/**
 * Whether a shell's source makes a call: on a client (`client.sessions.replay(`), on a room that was taken out of one (`{ sessions }`),
 * or by a name that is chosen there (`client.research[act]`, with `'run'` in the same file). Read from the text, so that a file of its
 * own is enough, and no types are checked for it.
 */
export function isCalledFrom(caller: Caller, path: string): boolean {
  const names = path.split('.')
  const room = names.slice(0, -1).join('.')
  const last = names.at(-1) ?? ''
  const onClient = new RegExp(String.raw`\b(?:client|engine|api|models)(?:\(\)\))?\s*\.${escaped(path)}\b`, 'u')
  const onRoom = new RegExp(String.raw`\b${escaped(path)}\b`, 'u')
  const taken = String.raw`\{[^{}]*\b${names[0] ?? ''}\b[^{}]*\}`
  const isTaken = new RegExp(
    String.raw`\bcall\((?:async )?\(${taken}|${taken}(?:: (?:Engine)?Client| = (?:await )?(?:context\.)?client)`,
    'u',
  )
  const byName = new RegExp(String.raw`\bclient\)?\.${escaped(room)}\[`, 'u')
  const ofServers = /^tools\.servers\./u.test(path) ? new RegExp(String.raw`\bservers\.${last}\(\{`, 'u') : null
  return texts[caller].some(
    (text) =>
      onClient.test(text) ||
      (isTaken.test(text) && onRoom.test(text)) ||
      (byName.test(text) && text.includes(`'${last}'`)) ||
      (ofServers !== null && text.includes("Client['tools']['servers']") && ofServers.test(text)),
  )
}
