import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { builtEntry } from '../built-entry'
import { question, writeTeller } from '../e2e/tiny-models'
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

/** What is rarer: answers by a model, over HTTP, research, deletion, and a backup that another store takes in. */
function rarerJob(store: string, model: string): string {
  const cairn = (words: string, of = store) =>
    `"${process.execPath}" "${builtEntry('fault-cli')}" ${words} --store "${of}" --lang en`
  const node = (code: string) => `"${process.execPath}" -e '${code}'`
  const read = (what: string) =>
    node(`let text = ""; process.stdin.on("data", (more) => (text += more)).on("end", () => {${what}})`)
  const asked = `const { openai, token } = JSON.parse(text)
    const body = JSON.stringify({ model: "cairn", messages: [{ role: "user", content: "How high is the dam?" }] })
    const headers = { authorization: "Bearer " + token, "content-type": "application/json" }
    const url = new URL("chat/completions", openai.address.replace(/[/]?$/, "/"))
    fetch(url, { method: "POST", headers, body }).then((answer) => answer.text()).then((said) => console.log("over HTTP: " + said))`
  return [
    'set -e',
    cairn(`ingest ${['station-handbook.md', 'inventory.csv'].map((name) => `"${join(sample, name)}"`).join(' ')}`),
    cairn('ingest - --text dam.md') + " <<'END'\n# Dam\n\nThe dam is forty metres high.\nEND",
    cairn(`models add "${model}"`),
    `id=$(${cairn('models list --json')} | ${read('console.log(JSON.parse(text).installed.find(({ kind }) => kind === "language").id)')})`,
    cairn('models use language "$id"'),
    cairn(`ask "${question}"`),
    `${cairn('serve')} > "${store}.serve" 2>&1 &`,
    'server=$!',
    `until grep -q token= "${store}.serve"; do sleep 0.1; done`,
    `${cairn('doors open openai --json')} | ${read(asked)}`,
    cairn('delete inventory.csv'),
    cairn('research "How much diesel does the station store?" --yes'),
    cairn(`backup "${store}.tar"`),
    'kill $server; wait $server || true',
    cairn(`restore "${store}.tar"`, `${store}-other`),
    cairn('documents', `${store}-other`),
    cairn('network log', `${store}-other`),
    `echo "asked: $(${cairn('network log --json')} | tr -d "\\n")"`,
  ].join('\n')
}

test('a machine that runs everything can make a network without routes, and trace', () => {
  if (isTold) expect(network, 'install strace, iproute2 and util-linux, and let unshare work').toBeDefined()
})

describe.skipIf(network === undefined)('in a network without routes, under a tracer', () => {
  const run = (script: string, name: string) =>
    runTraced(network ?? [], script, join(folder, `${name}.txt`), {
      ...process.env,
      CAIRN_INFERENCE_HOST: builtEntry('inference-host'),
      CAIRN_ENGINE_PROCESS: builtEntry('engine-process'),
    })

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

  // Would catch the same of a model's process, of the server, of research and of a restore.
  test('nor does a model, the server that is asked over HTTP, research, a deletion, a backup or a restore', async () => {
    const store = join(folder, 'rarer')
    const job = run(rarerJob(store, await writeTeller(folder)), 'rarer')
    expect(job.code, job.err).toBe(0)
    expect(job.out).toContain('choir of penguins')
    expect(job.out).toMatch(/over HTTP: .*forty metres/u)
    expect(job.err).toContain('Nothing tried to reach the network.')
    // A server of models on this machine may be looked for.
    const { attempts } = z
      .object({ attempts: z.array(z.object({ host: z.string() })) })
      .parse(JSON.parse(/^asked: (.*)$/mu.exec(job.out)?.[1] ?? ''))
    expect(attempts.filter(({ host }) => !/^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?$/u.test(host))).toEqual([])
    expect(job.calls.filter((call) => call.includes('127.0.0.1')).length).toBeGreaterThan(0)
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
