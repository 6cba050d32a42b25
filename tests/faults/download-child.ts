import { writeSync } from 'node:fs'
import type { Manifest } from '@shared/models/models'
import { Downloads } from '@engine/inference/models/downloads/downloads'
import { createNetworkGate } from '@engine/platform/network-gate'

/** A process to be killed: downloads an entry, and writes a line for every piece that has come. */
const [folder = '', catalogue = '', entryId = ''] = process.argv.slice(2)
let time = 0

const downloads: Downloads = await Downloads.open({
  folder,
  gate: createNetworkGate({ allowedHosts: () => [], now: () => 0 }),
  manifest: JSON.parse(catalogue) as Manifest,
  mirror: () => null,
  isInstalled: () => false,
  // Every piece is a quarter of a second later, so that each is told.
  now: () => (time += 250),
  newId: () => 'the-download',
  add: () => Promise.reject(new Error('The child is killed before.')),
  changed: () => writeSync(1, `${JSON.stringify(downloads.list()[0]?.done ?? 0)}\n`),
  log: () => undefined,
})
await downloads.start(entryId, [])
