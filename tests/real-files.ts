import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Real files of many formats, some broken on purpose: the wide set, which is not on every machine, and a few of them. */
export const allRealFiles = resolve(import.meta.dirname, '../../shared/eval/files')
export const fewRealFiles = resolve(import.meta.dirname, 'fixtures/public-files/files')

/** Whether the wide set stands beside the checkout. */
export const hasAllRealFiles = existsSync(allRealFiles)

if (!hasAllRealFiles)
  console.warn(`${allRealFiles} is not on this machine: the 28 files of ${fewRealFiles} stand in for its 229.`)
