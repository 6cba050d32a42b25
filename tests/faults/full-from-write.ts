import nodeFs, { type PathLike } from 'node:fs'
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

type AnyCall = (this: unknown, ...args: unknown[]) => Promise<unknown>

/** What takes room on a disk. LanceDB writes by itself and is not in it. */
const ofFiles = ['writeFile', 'appendFile', 'copyFile', 'mkdir', 'link'] as const
/** What else changes it, and goes on where it is full. */
const makingRoom = ['rename', 'rm', 'rmdir', 'unlink', 'utimes', 'truncate'] as const
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
  const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  return failingFrom({ nth, folder, calls: ofFiles, error: full, fits: fitsIn })
}

/** From the given change on, counted from 0, nothing below a folder changes any more: as if the process had been killed just before it. */
export function deadFrom(nth: number, folder: string): FullDisk {
  return failingFrom({ nth, folder, calls: [...ofFiles, ...makingRoom], error: () => new Error('dead') })
}

interface Failing {
  readonly nth: number
  readonly folder: string
  readonly calls: readonly (keyof typeof fs)[]
  readonly error: () => Error
  /** Whether a whole file is written in its place without fail. */
  readonly fits?: (path: string, data: unknown) => Promise<boolean>
}

function failingFrom({ nth, folder, calls, error, fits }: Failing): FullDisk {
  let asked = 0
  let isFree = false
  const takesRoom = () => {
    asked += 1
    if (asked > nth && !isFree) throw error()
  }
  const undo: (() => void)[] = []
  const replace = (target: object, name: string, by: (original: AnyCall) => AnyCall) => {
    const original = Reflect.get(target, name) as AnyCall
    Reflect.set(target, name, by(original))
    undo.push(() => Reflect.set(target, name, original))
  }
  const isOurs = (path: unknown) => typeof path === 'string' && path.startsWith(join(folder, '/'))
  const failing =
    (name: string) =>
    (original: AnyCall): AnyCall =>
      async function (...args) {
        const path = args[['copyFile', 'link', 'rename'].includes(name) ? 1 : 0]
        if (isOurs(path) && !(name === 'writeFile' && (await fits?.(String(path), args[1])))) takesRoom()
        return original.apply(this, args)
      }
  for (const name of calls) replace(fs, name, failing(name))
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
  undo.push(failingStreams(isOurs, takesRoom))
  syncBuiltinESMExports()
  const free = () => {
    for (const one of undo.splice(0)) one()
    syncBuiltinESMExports()
    isFree = true
  }
  return { asked: () => asked, free }
}

type Told = (error: Error | null, ...rest: unknown[]) => void

/** Streams open, write and close by calls that tell a function. Returns what makes them as before. */
function failingStreams(isOurs: (path: unknown) => boolean, takesRoom: () => void): () => void {
  const { open, write, writev, close } = nodeFs
  const written = new Set<unknown>()
  /** Tells the function that comes last of a failure, else goes on. */
  const orTell = (isWritten: boolean, args: unknown[], goOn: () => void) => {
    try {
      if (isWritten) takesRoom()
    } catch (thrown) {
      process.nextTick(() => (args.at(-1) as Told)(thrown as Error))
      return
    }
    goOn()
  }
  const opening = (path: PathLike, flags: unknown, ...rest: unknown[]) => {
    const isWritten = isOurs(path) && typeof flags === 'string' && making.test(flags)
    orTell(isWritten, rest, () => {
      const told = rest.at(-1) as Told
      const opened: Told = (error, descriptor) => {
        if (isWritten && !error) written.add(descriptor)
        told(error, descriptor)
      }
      Reflect.apply(open, nodeFs, [path, flags, ...rest.slice(0, -1), opened])
    })
  }
  const writing =
    (original: object) =>
    (descriptor: unknown, ...rest: unknown[]) =>
      orTell(
        written.has(descriptor),
        rest,
        () => void Reflect.apply(original as () => void, nodeFs, [descriptor, ...rest]),
      )
  const closing = (descriptor: unknown, ...rest: unknown[]) => {
    written.delete(descriptor)
    Reflect.apply(close, nodeFs, [descriptor, ...rest])
  }
  Object.assign(nodeFs, { open: opening, write: writing(write), writev: writing(writev), close: closing })
  return () => Object.assign(nodeFs, { open, write, writev, close })
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
