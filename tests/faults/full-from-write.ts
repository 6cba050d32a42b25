import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

type AnyCall = (this: unknown, ...args: unknown[]) => Promise<unknown>

/** What takes room on a disk. LanceDB writes by itself and is not in it. */
const ofFiles = ['writeFile', 'appendFile', 'copyFile', 'mkdir', 'link'] as const
const ofHandles = ['write', 'writev', 'writeFile', 'appendFile', 'datasync', 'sync'] as const
const making = /^[aw]/u

export interface FullDisk {
  /** How often something was to be written. */
  readonly asked: () => number
  /** There is room again. */
  readonly free: () => void
}

/**
 * From the given write on, counted from 0, every write below a folder fails as on a full disk; of handles, those opened meanwhile. What replaces,
 * cuts short and deletes goes on, as it does there.
 */
export function fullFrom(nth: number, folder: string): FullDisk {
  let asked = 0
  const takesRoom = () => {
    asked += 1
    if (asked > nth) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  const undo: (() => void)[] = []
  const replace = (target: object, name: string, by: (original: AnyCall) => AnyCall) => {
    const original = Reflect.get(target, name) as AnyCall
    Reflect.set(target, name, by(original))
    undo.push(() => Reflect.set(target, name, original))
  }
  const isOurs = (path: unknown) => typeof path === 'string' && path.startsWith(join(folder, '/'))
  for (const name of ofFiles) {
    replace(
      fs,
      name,
      (original) =>
        async function (...args) {
          const path = args[name === 'copyFile' || name === 'link' ? 1 : 0]
          if (isOurs(path) && !(name === 'writeFile' && (await fitsIn(String(path), args[1])))) takesRoom()
          return original.apply(this, args)
        },
    )
  }
  replace(
    fs,
    'open',
    (original) =>
      async function (...args) {
        const [path, flags] = args
        const isWritten = isOurs(path) && typeof flags === 'string' && making.test(flags)
        if (isWritten) takesRoom()
        const handle = await original.apply(this, args)
        if (isWritten) failingHandle(handle as FileHandle, takesRoom)
        return handle
      },
  )
  syncBuiltinESMExports()
  const free = () => {
    for (const one of undo.splice(0)) one()
    syncBuiltinESMExports()
    nth = Number.POSITIVE_INFINITY
  }
  return { asked: () => asked, free }
}

/** What is written over in its place and is no longer than before has the room of that. */
async function fitsIn(path: string, data: unknown): Promise<boolean> {
  const before = await fs.stat(path).catch(() => undefined)
  return (
    before !== undefined &&
    (typeof data === 'string' || Buffer.isBuffer(data)) &&
    Buffer.byteLength(data) <= before.size
  )
}

function failingHandle(handle: FileHandle, takesRoom: () => void): void {
  for (const name of ofHandles) {
    const original = (handle[name] as AnyCall).bind(handle)
    Reflect.set(handle, name, async (...args: unknown[]) => {
      takesRoom()
      return original(...args)
    })
  }
}
