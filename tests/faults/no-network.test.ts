import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtEntry } from '../built-entry'
import { ownNetwork, reachingOut, runTraced } from '../support/traced-network'

const sample = resolve(import.meta.dirname, '../../resources/sample')
const network = process.platform === 'linux' ? ownNetwork() : undefined
// Other systems have neither; on Linux whoever runs everything installs them (.ci/run).
const isTold = process.platform === 'linux' && process.env['CI'] !== undefined
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-no-network-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The main job: documents in, a question, the graph, and all chats out. */
function mainJob(store: string): string {
  const cairn = (words: string) =>
    `"${process.execPath}" "${builtEntry('fault-cli')}" ${words} --store "${store}" --lang en`
  const files = [
    'annual-report-2024.pdf',
    '冬季安全手册.pdf',
    'station-handbook.md',
    'inventory.csv',
    'data-policy.docx',
  ]
  return [
    'set -e',
    cairn(`ingest ${files.map((name) => `"${join(sample, name)}"`).join(' ')}`),
    cairn('ask "How many litres of diesel does the station store?"'),
    cairn('ask "一级雪崩危险时哪些路线开放？"'),
    cairn('graph state'),
    cairn(`graph export --format graphml --out "${store}.graphml"`),
    cairn(`export --all --out "${store}.zip"`),
    cairn('network log'),
  ].join('\n')
}

test('a machine that runs everything can make a network without routes, and trace', () => {
  if (isTold) expect(network, 'install strace, iproute2 and util-linux, and let unshare work').toBeDefined()
})

describe.skipIf(network === undefined)('in a network without routes, under a tracer', () => {
  const run = (script: string, name: string) =>
    runTraced(network ?? [], script, join(folder, `${name}.txt`), process.env)

  // Would catch a library that phones home, a download that starts by itself, and a name that is looked up.
  test('the whole main job is done, and nothing tries to reach anything but this machine', () => {
    const job = run(mainJob(join(folder, 'store')), 'job')
    expect(job.err).toContain('Nothing tried to reach the network.')
    expect(job.out).toContain('documents: 5')
    expect(job.code, job.err).toBe(0)
    // Worker processes talk over sockets of their own: an empty trace would have seen nothing.
    expect(job.calls.filter((call) => call.includes('AF_UNIX')).length).toBeGreaterThan(0)
    expect(reachingOut(job.calls)).toEqual([])
  })

  test('the tracer sees who does try: a page, and a name', () => {
    const node = (code: string) => `"${process.execPath}" -e '${code}'`
    const page = run(node('fetch("http://192.0.2.1/").catch(() => 0)'), 'page')
    expect(reachingOut(page.calls).join('\n')).toContain('192.0.2.1')
    const name = run(
      node('require("dns").promises.setServers?.(["127.0.0.1"]); require("dns").resolve4("example.org", () => 0)'),
      'name',
    )
    expect(reachingOut(name.calls).join('\n')).toContain('htons(53)')
    const here = run(node('require("net").connect(9, "127.0.0.1").on("error", () => 0)'), 'here')
    expect(here.calls.join('\n')).toContain('127.0.0.1')
    expect(reachingOut(here.calls)).toEqual([])
  })
})
