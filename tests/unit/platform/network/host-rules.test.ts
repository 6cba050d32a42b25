import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NetworkAttempt } from '@shared/models/models'
import { HostRules } from '@engine/platform/network/host-rules'

let folder: string
const denied: NetworkAttempt[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-rules-'))
})
afterEach(async () => {
  for (const rules of opened.splice(0)) await rules.close()
  await rm(folder, { recursive: true, force: true })
  denied.length = 0
})

const path = () => join(folder, 'network', 'rules.json')
const opened: HostRules[] = []
async function open(): Promise<HostRules> {
  const rules = await HostRules.open({ path: path(), now: () => 50, denied: () => denied, log: () => undefined })
  opened.push(rules)
  return rules
}
const attempt = (host: string, more: Partial<NetworkAttempt> = {}): NetworkAttempt => ({
  at: 60,
  host,
  purpose: 'web page',
  outcome: 'allowed',
  by: 'rule',
  ...more,
})

test('a host has the reason it was denied for before, its last use, and keeps both', async () => {
  denied.push(attempt('api.example.org:8443', { at: 40, purpose: 'Download a model', outcome: 'denied', by: null }))
  const rules = await open()
  rules.follow(['.example.org', 'other.org'])
  rules.used(attempt('api.example.org:8443'))
  rules.used(attempt('other.org', { by: 'once' }))
  rules.used(attempt('api.example.org', { outcome: 'failed' }))
  await rules.close()
  expect((await open()).list(['.example.org', 'other.org'])).toEqual([
    { host: '.example.org', allowed_at: 50, reason: 'Download a model', last_used: 60, uses: 1 },
    { host: 'other.org', allowed_at: 50, reason: null, last_used: null, uses: 0 },
  ])
})

test('a host that nobody was denied before has the purpose of its first use', async () => {
  const rules = await open()
  rules.follow(['example.org'])
  rules.used(attempt('example.org'))
  rules.used(attempt('example.org', { purpose: 'weather' }))
  expect(rules.list(['example.org'])).toMatchObject([{ reason: 'web page', uses: 2 }])
})

test('what the settings allow no more is forgotten, also for when it is allowed again', async () => {
  const rules = await open()
  rules.follow(['example.org'])
  rules.used(attempt('example.org'))
  rules.follow([])
  rules.follow(['example.org'])
  expect(rules.list(['example.org'])).toMatchObject([{ uses: 0, last_used: null }])
})

test('a damaged file costs the facts, not the rules', async () => {
  const rules = await open()
  rules.follow(['example.org'])
  await rules.close()
  await writeFile(path(), '[{"host":')
  expect((await open()).list(['example.org'])).toEqual([
    { host: 'example.org', allowed_at: null, reason: null, last_used: null, uses: 0 },
  ])
})

test('a host that was allowed before such things were noted is counted from now on', async () => {
  const rules = await open()
  rules.adopt(['example.org'])
  rules.used(attempt('example.org'))
  rules.follow(['example.org', 'other.org'])
  expect(rules.list(['example.org', 'other.org'])).toMatchObject([
    { allowed_at: null, uses: 1 },
    { allowed_at: 50, uses: 0 },
  ])
})
