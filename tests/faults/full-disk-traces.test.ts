import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TraceReader } from '@engine/diagnostics/traces/trace-reader'
import { TraceWriter } from '@engine/diagnostics/traces/trace-writer'
import { createTracer } from '@engine/diagnostics/traces/tracer'

let disk = ''
let mounted = false

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'cairn-trace-disk-'))
  mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0
})

afterAll(async () => {
  if (mounted) execFileSync('umount', ['--lazy', disk])
  await rm(disk, { recursive: true, force: true })
})

// Catches a write that throws into a turn, and a torn line that spoils what is written once there is room.
test('a disk that fills while traces are written costs traces and nothing else', async (context) => {
  if (!mounted) return context.skip()
  const logged: string[] = []
  const now = Date.now
  const writer = new TraceWriter({ folder: disk, mostBytes: () => 10_000_000, now, log: (line) => logged.push(line) })
  const keeps = () => ({ traces: true, text: false })
  const tracer = createTracer({ write: (span) => writer.write(span), keeps, now, clock: () => performance.now() })
  const turn = (session: string) => tracer.trace({ kind: 'turn', name: 'turn', facts: { session_id: session } })?.end()
  for (let at = 0; at < 400; at += 1) {
    turn(`s_${at}`)
    if (at % 10 === 0) await writer.flush()
  }
  await writer.flush()
  expect(writer.lost).toBeGreaterThan(0)
  expect(logged).toHaveLength(1)
  const reader = new TraceReader(disk)
  const full = await reader.list({ limit: 500 })
  expect(full.total).toBeGreaterThan(10)
  for (const path of execFileSync('ls', [disk], { encoding: 'utf8' }).trim().split('\n').slice(0, 1)) {
    await writeFile(join(disk, path), '')
  }
  turn('s_afterwards')
  await writer.close()
  const { traces } = await reader.list({ limit: 1 })
  expect(traces[0]?.facts?.['session_id']).toBe('s_afterwards')
}, 60_000)
