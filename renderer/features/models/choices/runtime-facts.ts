import type { ModelKind, ModelRuntime } from '@shared/models/models'
import type { TextKeyBelow } from '@renderer/locales/text-key'
import { decimalText, numberText } from '@renderer/ui/text/figure-text'

/** A fact of a running model; the texts stand in the locale file under `runtime`. */
export interface Fact {
  readonly key: TextKeyBelow<'models', 'runtime'>
  readonly values: Readonly<Record<string, string | number>>
}

/** How a model is doing, first what it does. `size` and `time` are texts of bytes and of a duration in milliseconds. */
export function runtimeFacts(
  runtime: ModelRuntime,
  kind: ModelKind,
  size: (bytes: number) => string,
  time: (ms: number) => string,
): Fact[] {
  const { state, progress, device, memory_bytes, per_second, first_token_ms, calls, failures } = runtime
  const facts: Fact[] = [{ key: `state.${state}`, values: { percent: Math.round(progress * 100) } }]
  const isLoaded = state === 'ready' || state === 'busy'
  if (isLoaded && device !== '') facts.push({ key: 'device', values: { device: deviceText(device) } })
  if (isLoaded && memory_bytes !== null) facts.push({ key: 'memory', values: { size: size(memory_bytes) } })
  if (per_second !== null) facts.push({ key: `speed.${kind}`, values: { rate: rateText(per_second) } })
  if (first_token_ms !== null) facts.push({ key: 'firstToken', values: { time: time(first_token_ms) } })
  if (failures > 0) facts.push({ key: 'failures', values: { count: failures, calls } })
  return facts
}

/** As people write them: `cpu` is `CPU`. What stands behind the name stays. */
export function deviceText(device: string): string {
  const names: Record<string, string> = { cpu: 'CPU', cuda: 'CUDA', vulkan: 'Vulkan', metal: 'Metal' }
  const [name = '', ...rest] = device.split(' ')
  return [names[name.toLowerCase()] ?? name, ...rest].join(' ')
}

/** Digits that can be told apart: `0.8`, `38.2`, `210`. */
export function rateText(perSecond: number): string {
  return perSecond >= 10 ? numberText(Math.round(perSecond)) : decimalText(perSecond, 1)
}

/** The state of a model's circuit breaker in plain words; null while it is closed. */
export function breakerFact({ breaker, retry_at, failures }: ModelRuntime, now: number): Fact | null {
  if (breaker === 'closed') return null
  if (breaker === 'half_open' || retry_at === null || retry_at <= now) return { key: 'breaker.trying', values: {} }
  return { key: 'breaker.open', values: { count: failures, until: retry_at } }
}
