import type { ModelKind, ModelRuntime, ModelsState } from '@shared/models/models'

/** A model that can be chosen now. */
export interface ModelOption {
  readonly id: string
  readonly name: string
  /** The server that runs it; null for one Cairn runs itself. */
  readonly server: string | null
}

/** The models of a kind that can be used now: installed ones, and those of servers that answer. */
export function modelOptions(state: ModelsState | null, kind: ModelKind): ModelOption[] {
  if (!state) return []
  const own = state.installed
    .filter((model) => model.kind === kind && model.problem === null)
    .map(({ id, name }): ModelOption => ({ id, name, server: null }))
  const served = state.servers
    .filter(({ reachable }) => reachable)
    .flatMap(({ name: server, models }) =>
      models.filter((model) => model.kind === kind).map(({ id, name }): ModelOption => ({ id, name, server })),
    )
  return [...own, ...served]
}

/** A model's name; for an unknown model the end of its id. */
export function modelName(state: ModelsState | null, id: string): string {
  const known = [...(state?.installed ?? []), ...(state?.servers ?? []).flatMap(({ models }) => models)]
  return known.find((model) => model.id === id)?.name ?? id.replace(/^[a-z]+:/u, '')
}

export function runtimeOf(state: ModelsState | null, id: string): ModelRuntime | undefined {
  return state?.runtime.find((runtime) => runtime.id === id)
}
