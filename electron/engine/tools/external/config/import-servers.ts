import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { ToolServerConfig, ToolServerName } from '@shared/tools/tool-server-shapes'
import type { Bilingual } from '../../tool'
import { parseLenientJson } from './lenient-json'
import { requireLoopback } from './server-place'

const longest = 200_000
const most = 50
/** What other programs fill in when they start a server. */
const placeholder = /\$\{[^}]*\}/u
/** Settings of other programs that allow tools without asking. */
const consents = ['alwaysAllow', 'autoApprove', 'autoApproved', 'trust', 'allowedTools']

const Entry = z.record(z.string(), z.unknown())

export interface ImportedServers {
  readonly servers: readonly ToolServerConfig[]
  /** Whole sentences about what was not taken over. */
  readonly notes: readonly Bilingual[]
}

/**
 * Reads the block in which programs write down their MCP servers: `{"mcpServers": {name: {command, args, env} | {url, headers}}}`,
 * the same under `servers`, or the inner object alone. Throws CairnError INVALID_INPUT that names each wrong place by its path,
 * or NETWORK_DENIED for an address of another machine. Nothing is imported where anything is wrong.
 */
export function importServers(text: string): ImportedServers {
  if (text.length > longest) throw invalid([`It is longer than ${longest} characters`])
  const { path, entries } = entriesOf(parseLenientJson(text))
  if (entries.length === 0) throw invalid([`${path || 'It'} has no servers in it`])
  if (entries.length > most) throw invalid([`${path || 'It'} has more than ${most} servers`])
  const problems: string[] = []
  const notes: Bilingual[] = []
  const servers = entries.flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`
    const read = readEntry(name, value, at)
    problems.push(...read.problems)
    notes.push(...read.notes)
    return read.server ? [read.server] : []
  })
  problems.push(...twice(servers, path))
  if (problems.length > 0) throw invalid(problems)
  servers.forEach(requireLoopback)
  return { servers, notes }
}

function entriesOf(value: unknown): { path: string; entries: [string, unknown][] } {
  const block = Entry.safeParse(value)
  if (!block.success) throw invalid(['It is no object'])
  for (const path of ['mcpServers', 'servers']) {
    if (!Object.hasOwn(block.data, path)) continue
    const inner = Entry.safeParse(block.data[path])
    if (!inner.success) throw invalid([`${path} is no object`])
    return { path, entries: Object.entries(inner.data) }
  }
  if (typeof block.data['command'] === 'string' || typeof block.data['url'] === 'string') {
    throw invalid(['The server has no name: write {"mcpServers": {"its-name": { … }}} around it'])
  }
  return { path: '', entries: Object.entries(block.data) }
}

interface ReadEntry {
  readonly server?: ToolServerConfig
  readonly problems: readonly string[]
  readonly notes: readonly Bilingual[]
}

function readEntry(name: string, value: unknown, at: string): ReadEntry {
  const wrong = (...problems: string[]): ReadEntry => ({ problems, notes: [] })
  const fields = Entry.safeParse(value)
  if (!fields.success) return wrong(`${at} is no object`)
  const entry = fields.data
  const fit = fittingName(name)
  if (fit === undefined)
    return wrong(`${at}: this name has no letter or digit at its beginning, or more than 64 characters`)
  const type = typeOf(entry)
  if (type === undefined) return wrong(`${at} has neither a command nor a url`)
  if (type === 'sse') return wrong(`${at}.type: Cairn speaks “streamable HTTP”, not the older “sse”`)
  const given = type === 'stdio' ? pick(entry, 'command', 'args', 'env', 'cwd') : pick(entry, 'url', 'headers')
  const enabled = entry['disabled'] !== true && entry['enabled'] !== false
  const parsed = ToolServerConfig.safeParse({ ...given, type, name: fit, enabled })
  if (!parsed.success)
    return wrong(...parsed.error.issues.map((issue) => `${at}${pathOf(issue.path)}: ${issue.message}`))
  const open = placeholdersIn(given, at)
  if (open.length > 0) return wrong(...open)
  const ignored = consents.filter((key) => Object.hasOwn(entry, key))
  return {
    server: parsed.data,
    problems: [],
    notes: [
      ...(fit === name ? [] : [{ en: `“${name}” is called ${fit} here.`, zh: `“${name}”在这里称为 ${fit}。` }]),
      ...ignored.map((key) => notTakenOver(`${at}.${key}`)),
    ],
  }
}

function notTakenOver(place: string): Bilingual {
  return {
    en: `${place} was not taken over: Cairn asks before a tool runs.`,
    zh: `${place} 没有导入：Cairn 会在工具运行前询问。`,
  }
}

function typeOf(entry: Readonly<Record<string, unknown>>): 'stdio' | 'http' | 'sse' | undefined {
  if (entry['type'] === 'sse' || entry['transport'] === 'sse') return 'sse'
  if (Object.hasOwn(entry, 'command')) return 'stdio'
  return Object.hasOwn(entry, 'url') ? 'http' : undefined
}

/** Spaces and what else a mention cannot have become dashes. */
function fittingName(name: string): string | undefined {
  const fit = name.trim().replace(/[^\p{L}\p{N}._-]+/gu, '-')
  return ToolServerName.safeParse(fit).success ? fit : undefined
}

function pick(entry: Readonly<Record<string, unknown>>, ...keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(entry, key)).map((key) => [key, entry[key]]))
}

function placeholdersIn(value: unknown, at: string): string[] {
  if (typeof value === 'string') {
    return placeholder.test(value)
      ? [`${at}: Cairn fills in no placeholders such as \${…}; write the value itself`]
      : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    placeholdersIn(inner, Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`),
  )
}

function twice(servers: readonly ToolServerConfig[], path: string): string[] {
  const names = servers.map(({ name }) => name.toLowerCase())
  const repeated = new Set(names.filter((name, place) => names.indexOf(name) !== place))
  return [...repeated].map((name) => `${path || 'It'} has two servers called ${name}`)
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
}

function invalid(problems: readonly string[]): CairnError {
  const shown = problems.slice(0, 10)
  const more = problems.length - shown.length
  const message = `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
  return new CairnError('INVALID_INPUT', message, 'Change these places and paste it again.')
}
