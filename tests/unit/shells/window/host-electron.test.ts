import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { electronHost } from '@shells/window/electron-host'

class Utility extends EventEmitter {
  pid: number | undefined = 4_000_000
  readonly stderr = new PassThrough()
  readonly posted: unknown[] = []
  postMessage(message: unknown): void {
    this.posted.push(message)
  }
}

const electron = vi.hoisted(() => ({ fork: vi.fn() }))
vi.mock('electron', () => ({ utilityProcess: { fork: electron.fork } }))

let child = new Utility()
beforeEach(() => {
  child = new Utility()
  electron.fork.mockReset().mockImplementation(() => child)
})

describe('a host as Electron’s utility process', () => {
  test('passes messages both ways, and its error output to the log', async () => {
    const lines: string[] = []
    const host = electronHost('/out/inference-host.js', 'Cairn models', (line) => lines.push(line))
    expect(electron.fork).toHaveBeenCalledWith(
      '/out/inference-host.js',
      [],
      expect.objectContaining({ serviceName: 'Cairn models', execArgv: [] }),
    )
    const heard: unknown[] = []
    host.onMessage((raw) => heard.push(raw))
    child.emit('message', { type: 'started' })
    host.send({ type: 'close' })
    expect(heard).toEqual([{ type: 'started' }])
    expect(child.posted).toEqual([{ type: 'close' }])
    child.stderr.end('one\ntwo\n')
    await vi.waitFor(() => expect(lines).toEqual(['one', 'two']))
  })

  // Catches a hanging process that is only asked to end, and one that is gone being sent to.
  test('is ended by the system, and says how it ended', () => {
    const host = electronHost('/e.js', 'Cairn models', () => undefined)
    const ends: string[] = []
    host.onExit((how) => ends.push(how))
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
    host.kill()
    expect(kill).toHaveBeenCalledWith(4_000_000, 'SIGKILL')
    kill.mockRestore()
    child.emit('error', 'FatalError')
    child.pid = undefined
    child.emit('exit', 134)
    expect(ends).toEqual(['FatalError'])
    host.send({ type: 'close' })
    expect(child.posted).toEqual([])
    expect(host.pid).toBeUndefined()
  })
})
