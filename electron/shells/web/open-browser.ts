import type { Machine } from '@engine/platform/paths'

/** Whether there is somebody in front of this machine who would see a browser open. */
export function mayOpenBrowser({ platform, env }: Machine, isTTY: boolean): boolean {
  if (!isTTY || env['CI'] || env['SSH_CONNECTION']) return false
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

/** Opens an address of ours in the user's browser. False where none could be started. */
export async function openBrowser(link: string): Promise<boolean> {
  try {
    // Loaded only where a browser is opened.
    const { default: open } = await import('open')
    const started = await open(link)
    started.on('error', () => undefined)
    return true
  } catch {
    // The link is printed in any case.
    return false
  }
}
