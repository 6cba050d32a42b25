import { type BrowserWindow, dialog, type MessageBoxOptions, Menu, type MenuItemConstructorOptions } from 'electron'
import type { ShortcutAction } from '@shared/settings'
import type { MenuAct, MenuEntry } from './decisions/menu-template'

export interface Question<Answer extends string> {
  readonly type: 'info' | 'warning' | 'error'
  readonly message: string
  readonly detail: string
  /** The answers in their order, each with the words on its button; the first is the default. */
  readonly answers: Readonly<Partial<Record<Answer, string>>>
  /** The answer that closing the dialog, or the signal, stands for. */
  readonly otherwise: NoInfer<Answer>
  readonly signal?: AbortSignal
}

/** Asks with a native dialog, on the window where there is one. Never blocks the engine. */
export async function ask<Answer extends string>(
  window: BrowserWindow | undefined,
  { type, message, detail, answers, otherwise, signal }: Question<Answer>,
): Promise<Answer> {
  const names = Object.keys(answers).filter((name): name is Answer => name in answers)
  const options: MessageBoxOptions = {
    type,
    title: 'Cairn',
    message,
    detail,
    buttons: names.map((name) => answers[name] ?? name),
    defaultId: 0,
    cancelId: names.indexOf(otherwise),
    noLink: true,
    ...(signal ? { signal } : {}),
  }
  const usable = window?.isDestroyed() === false ? window : undefined
  const { response } = await (usable ? dialog.showMessageBox(usable, options) : dialog.showMessageBox(options))
  return names[response] ?? otherwise
}

export interface MenuActs {
  /** Called with the page's command of the entry chosen. */
  readonly run?: (command: ShortcutAction) => void
  /** Called with what the shell itself is to do. */
  readonly act?: (act: MenuAct) => void
}

/** Makes a menu of Electron's out of entries. */
export function buildMenu(entries: readonly MenuEntry[], { run, act: does }: MenuActs) {
  const item = ({ command, act, submenu, ...rest }: MenuEntry): MenuItemConstructorOptions => ({
    ...rest,
    ...(command ? { click: () => run?.(command) } : {}),
    ...(act ? { click: () => does?.(act) } : {}),
    ...(submenu ? { submenu: submenu.map(item) } : {}),
  })
  return Menu.buildFromTemplate(entries.map(item))
}
