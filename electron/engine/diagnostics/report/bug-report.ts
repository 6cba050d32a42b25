import { readFile } from 'node:fs/promises'
import { arch, cpus, homedir, platform, release, totalmem, userInfo } from 'node:os'
import type { CheckReport, StoreInfo } from '@shared/api/store/store-report'
import type { TraceSpan, TraceSummary } from '@shared/diagnostics/trace'
import type { ModelsState, NetworkAttempt } from '@shared/models/models'
import { noteText } from '@shared/note'
import type { Settings } from '@shared/settings'
import { plainFacts, plainLogLine, plainModel, plainName, plainSettings, withoutHosts } from './what-may-go'

/** What a report is made from. */
export interface ReportParts {
  readonly now: () => number
  readonly info: () => Promise<StoreInfo>
  readonly check: () => Promise<CheckReport>
  readonly settings: () => Settings
  readonly models: () => Pick<ModelsState, 'installed' | 'servers' | 'hosts'>
  readonly attempts: () => readonly NetworkAttempt[]
}

interface Recorded {
  /** Newest first. */
  readonly traces: readonly TraceSummary[]
  /** The spans of the newest trace that failed; none where none did. */
  readonly failed: readonly TraceSpan[]
  /** Files of the log, oldest first. */
  readonly logs: readonly string[]
}

const mostLines = 300

/**
 * A report on this Cairn for whoever is to find a fault: versions, settings, models, the state of the store, the last traces and the end of the
 * log. English, for programs and their authors. Nothing that documents, questions or answers say; no names of documents, sessions, hosts
 * or people; no keys. What cannot be found out is said in its place.
 */
export async function bugReport(parts: ReportParts, recorded: Recorded): Promise<string> {
  const sections = await Promise.all([
    section('Cairn', async () => versions(await parts.info())),
    section('Store check', async () => checkLines(await parts.check())),
    section('Settings', () => [JSON.stringify(plainSettings(parts.settings()), null, 2)]),
    section('Models', () => modelLines(parts.models())),
    section('Network since the start', () => networkLines(parts.attempts())),
    section('Last traces', () => recorded.traces.map(traceLine)),
    section('Last trace that failed', () => recorded.failed.map(spanLine)),
    section('Log', () => logLines(recorded.logs)),
  ])
  const head = `# Report on Cairn\n\nMade ${new Date(parts.now()).toISOString()}. Read it before you give it to anybody.`
  return withoutPeople(`${[head, ...sections].join('\n\n')}\n`)
}

async function section(title: string, lines: () => Promise<readonly string[]> | readonly string[]): Promise<string> {
  const found = await Promise.resolve()
    .then(lines)
    .catch((thrown: unknown) => [`It could not be found out: ${withoutHosts(String(thrown))}`])
  return `## ${title}\n\n\`\`\`\n${found.length > 0 ? found.join('\n') : 'none'}\n\`\`\``
}

function versions({ version, embedder, documents, chunks, sessions }: StoreInfo): string[] {
  const running = ['node', 'electron'].flatMap((name) => {
    const found = new Map(Object.entries(process.versions)).get(name)
    return found === undefined ? [] : [`${name} ${found}`]
  })
  const memory = `${Math.round(totalmem() / 1e9)} GB`
  return [
    [`version ${version}`, ...running].join(', '),
    `${platform()} ${release()} ${arch()}, ${cpus().length} processors, ${memory}`,
    `${documents} documents, ${chunks} chunks, ${sessions} sessions, vectors of ${plainModel(embedder)}`,
  ]
}

function checkLines({ ok, problems, counts, given_up: repairs }: CheckReport): string[] {
  const counted = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
  return [
    ok ? 'in order' : 'damaged',
    counted.join(', '),
    ...problems.map((problem) => withoutHosts(noteText(problem))),
    ...repairs.flatMap((repair) => repair.problems.map((problem) => `given up: ${withoutHosts(noteText(problem))}`)),
  ]
}

function modelLines({ installed, servers, hosts }: ReturnType<ReportParts['models']>): string[] {
  return [
    ...installed.map(({ id, kind }) => `${kind} ${id}`),
    `${servers.length} servers`,
    ...hosts.map(({ last_error: error, ...host }) => {
      const failed = error ? { code: error.code, said: withoutHosts(error.message) } : null
      return JSON.stringify({ ...host, last_error: failed })
    }),
  ]
}

function networkLines(attempts: readonly NetworkAttempt[]): string[] {
  const count = (outcome: NetworkAttempt['outcome']) => attempts.filter((one) => one.outcome === outcome).length
  return [`${count('allowed')} allowed, ${count('denied')} denied, ${count('failed')} failed`]
}

function traceLine({ trace, start, kind, name, ms, status, code, spans, failed }: TraceSummary): string {
  const at = new Date(start).toISOString()
  const took = ms === null ? 'unfinished' : `${ms.toFixed(1)} ms`
  return [at, trace.slice(0, 12), kind, name, took, status, code, `${spans} spans`, `${failed} failed`]
    .filter((part) => part !== null && part !== undefined)
    .join('  ')
}

function spanLine(span: TraceSpan): string {
  const { kind, ms, status, code, in: read, out, facts = {}, parent } = span
  const indent = parent === undefined ? '' : '  '
  const said = JSON.stringify({ in: read, out, facts: plainFacts(facts) })
  return `${indent}${kind} ${plainName(span)}  ${ms?.toFixed(1) ?? '…'} ms  ${status ?? 'unfinished'} ${code ?? ''}  ${said}`
}

async function logLines(paths: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(paths.slice(-2).map((path) => readFile(path, 'utf8')))
  const lines = texts.join('').split('\n').filter(Boolean).slice(-mostLines)
  return lines.map(plainLogLine)
}

/** The user's name and home stand in no report, wherever they came from. */
function withoutPeople(text: string): string {
  const { username } = userInfo()
  const home = text.replaceAll(homedir(), '~')
  return username.length < 3 || username === 'root' ? home : home.replaceAll(username, '[user]')
}
