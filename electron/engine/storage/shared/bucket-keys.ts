import { CairnError } from '@shared/errors'

const name = /^(?!\.{1,2}$)[\w.-]{1,200}$/

/** Throws INVALID_INPUT for a key that not every object store and file system can hold, or that leads out of a folder. */
export function requireKey(key: string): string {
  if (key.length <= 800 && key.split('/').every((part) => name.test(part))) return key
  throw new CairnError('INVALID_INPUT', `An object of a shared library cannot be called "${key.slice(0, 100)}".`)
}

/** Throws INVALID_INPUT for a prefix that is neither a folder of keys nor the beginning of the names of some. */
export function requirePrefix(prefix: string): string {
  requireKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix)
  return prefix
}

/** What a bucket throws for an object that is not there. */
export function objectMissing(key: string, address: string): CairnError {
  return new CairnError('NOT_FOUND', `There is no ${key} in ${address}.`, 'Check the address of the shared library.')
}
