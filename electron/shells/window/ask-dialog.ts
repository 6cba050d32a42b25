import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron'

export interface Question<Answer extends string> {
  readonly type: 'info' | 'warning' | 'error'
  readonly message: string
  readonly detail: string
  /** The answers in their order, each with the words on its button; the first is the default. */
  readonly answers: Readonly<Partial<Record<Answer, string>>>
  /** What closing the dialog, or the signal, stands for. */
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
