import { join } from 'node:path'
import type { Machine } from '@engine/platform/paths'

/** On the command line of a start that nobody asked for just now. */
export const hiddenSwitch = '--hidden'

/** Absolute path of the file that has a Linux desktop start Cairn. Source: freedesktop.org's Desktop Application Autostart Specification. */
export function autostartFile({ home, env }: Machine): string {
  const config = env['XDG_CONFIG_HOME']
  return join(config?.startsWith('/') ? config : join(home, '.config'), 'autostart', 'cairn.desktop')
}

/** What stands in that file. `program`: absolute path. */
export function autostartEntry(program: string): string {
  // Source of the quoting: freedesktop.org's Desktop Entry Specification, the Exec key.
  const quoted = program
    .replace(/["`$\\]/gu, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Cairn',
    `Exec="${quoted}" ${hiddenSwitch}`,
    'Terminal=false',
    '',
  ].join('\n')
}
