import { spawn } from 'node:child_process'

/** Sooner than that, a program that failed did not run: it could not start. */
const startMs = 5000
const stops = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Opens the window with Electron's program and resolves when it is over: with its exit code, or undefined where it never
 * opened, as with a display that does not answer. Signals that ask us to stop are passed on.
 */
export function openWindow(binary, args, env) {
  const started = performance.now()
  return new Promise((over) => {
    const child = spawn(binary, args, { stdio: 'inherit', env })
    let stopping = false
    const passOn = (signal) => {
      stopping = true
      child.kill(signal)
    }
    for (const signal of stops) process.on(signal, passOn)
    const end = (code) => {
      for (const signal of stops) process.off(signal, passOn)
      over(code)
    }
    child.on('error', () => end(undefined))
    child.on('exit', (code, signal) => {
      const asked = stopping || stops.includes(signal)
      const failed = code !== 0 && !asked && performance.now() - started < startMs
      end(failed ? undefined : (code ?? 1))
    })
  })
}
