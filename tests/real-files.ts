import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const all = resolve(import.meta.dirname, '../../shared/eval/files')
const few = resolve(import.meta.dirname, 'fixtures/public-files/files')

/** Whether the wide set of real files stands beside the checkout. */
export const hasAllRealFiles = existsSync(all)

/** Real files of many formats, some broken on purpose: the wide set where it is there, otherwise a few of them. */
export const realFiles = hasAllRealFiles ? all : few

if (!hasAllRealFiles) console.warn(`${all} is not on this machine: the 28 files of ${few} stand in for its 229.`)
