import type { ModelSettings } from '@shared/models/model-settings'
import { z } from 'zod'
import { create } from 'zustand'
import { draftKey } from '../chat/drafts'
import { KeptEntries } from '../kept-entries'
import { modelOptions } from './model-options'
import { useModels } from './models-store'

/** The name for answering without a model. */
export const rules = 'rules'

const kept = new KeptEntries('cairn.model.', z.string().min(1).max(300), 100)

/** The model chosen for each chat, by draft key; it survives a reload as the draft does. Absent: what the settings say. */
export const useModelChoices = create<{ readonly choices: Readonly<Record<string, string>> }>(() => ({
  choices: kept.readAll(),
}))

/** Chooses what answers in a chat; null for what the settings say. */
export function chooseForChat(key: string, model: string | null): void {
  show(key, model)
  kept.write(key, model)
}

/** Keeps choices across the page's end and shows those made in other tabs, until the returned function is called. */
export function followModelChoices(): () => void {
  return kept.follow(show)
}

/** What a question of this chat is to be answered with; undefined for what the settings say, or where it is not there now. */
export function modelForChat(sessionId: string | null): string | undefined {
  return usable(useModelChoices.getState().choices[draftKey(sessionId)], languageIds())
}

/** A choice that can be had now. Without any language model there is nothing to choose. */
export function usable(choice: string | undefined, ids: readonly string[]): string | undefined {
  if (choice === undefined || ids.length === 0) return undefined
  return choice === rules || ids.includes(choice) ? choice : undefined
}

/** What answers where a chat has no choice of its own. */
export function defaultModel({ tasks, language }: ModelSettings): string {
  return tasks.answer?.model ?? language ?? rules
}

/** A new chat's choice goes with its first question; the next new chat starts without one. */
export function takeChoiceAlong(sessionId: string): void {
  const model = useModelChoices.getState().choices[draftKey(null)]
  if (model === undefined) return
  chooseForChat(draftKey(sessionId), model)
  chooseForChat(draftKey(null), null)
}

function languageIds(): string[] {
  return modelOptions(useModels.getState().state, 'language').map(({ id }) => id)
}

function show(key: string, model: string | null): void {
  useModelChoices.setState(({ choices }) => {
    const rest = Object.entries(choices).filter(([other]) => other !== key)
    return { choices: Object.fromEntries(model === null ? rest : [...rest, [key, model]]) }
  })
}
