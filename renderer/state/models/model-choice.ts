import type { ModelSettings } from '@shared/models/model-settings'
import { z } from 'zod'
import { draftKey } from '../chat/drafts'
import { keptStore } from '../kept-entries'
import { modelOptions } from './model-options'
import { useModels } from './models-store'

/** The name for answering without a model. */
export const rules = 'rules'

const choices = keptStore('cairn.model.', z.string().min(1).max(300), 100)

/** The model chosen for each chat, by draft key; it survives a reload as the draft does. Absent: what the settings say. */
export const useModelChoices = choices.useEntries

/** Chooses what answers in the chat of a draft key; null for what the settings say. */
export const chooseForChat = choices.set

/** Keeps choices across the page's end and shows those made in other tabs, until the returned function is called. */
export const followModelChoices = choices.follow

/** The model chosen for a chat; undefined where none is chosen, or the chosen one is not there now. */
export function modelForChat(sessionId: string | null): string | undefined {
  const ids = modelOptions(useModels.getState().state, 'language').map(({ id }) => id)
  return usable(useModelChoices.getState().entries[draftKey(sessionId)], ids)
}

/** A choice that can be had now. Without any language model there is nothing to choose. */
export function usable(choice: string | undefined, ids: readonly string[]): string | undefined {
  if (choice === undefined || ids.length === 0) return undefined
  return choice === rules || ids.includes(choice) ? choice : undefined
}

/** The model for chats without a choice of their own. */
export function defaultModel({ tasks, language }: ModelSettings): string {
  return tasks.answer?.model ?? language ?? rules
}

/** A new chat's choice goes with its first question; the next new chat starts without one. */
export function takeChoiceAlong(sessionId: string): void {
  const model = useModelChoices.getState().entries[draftKey(null)]
  if (model === undefined) return
  chooseForChat(draftKey(sessionId), model)
  chooseForChat(draftKey(null), null)
}
