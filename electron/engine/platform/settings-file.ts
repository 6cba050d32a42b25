import { join } from 'node:path'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { groupNames, withPatch } from '@shared/patch-schema'
import { defaultSettings, Settings, type SettingsPatch } from '@shared/settings'
import { jsonIfValid, textIfPresent } from './stored-text'
import { WorkQueue } from './work-queue'

export interface SettingsStoreOptions {
  /** The store folder, absolute. */
  readonly folder: string
  /** Told of every change once it is on disk. */
  readonly changed: (settings: Settings) => void
  readonly log: (line: string) => void
}

/** Replaces a file in one step that survives power loss. */
type WriteFile = (path: string, text: string) => Promise<void>

/** The user's settings, kept in `settings.json` of the store. */
export class SettingsStore {
  readonly #queue = new WorkQueue()
  #loaded: { readonly write: WriteFile; current: Settings } | undefined

  constructor(private readonly options: SettingsStoreOptions) {}

  /**
   * Reads the settings, once the store is open; before that they can be neither asked nor changed. What is missing or wrong
   * takes its default, and a file with anything wrong in it is kept as `settings.damaged.json`. Never throws: settings are
   * no reason not to open a store.
   */
  async load(write: WriteFile): Promise<void> {
    this.#loaded = { write, current: await this.#read(write) }
  }

  async #read(write: WriteFile): Promise<Settings> {
    const { folder, log } = this.options
    const text = await textIfPresent(join(folder, 'settings.json')).catch((thrown: unknown) => {
      log(`The settings cannot be read, so the defaults are used: ${String(thrown)}`)
      return undefined
    })
    if (text === undefined) return defaultSettings
    const { settings, wrong } = readSettings(text)
    if (wrong.length > 0) {
      log(
        `Settings that make no sense have their defaults (${wrong.join(', ')}); settings.damaged.json keeps the file.`,
      )
      await write(join(folder, 'settings.damaged.json'), text).catch((thrown: unknown) => {
        log(`settings.damaged.json could not be written: ${String(thrown)}`)
      })
    }
    return settings
  }

  get(): Settings {
    return this.#required().current
  }

  #required() {
    if (!this.#loaded) throw new Error('Settings were asked for before the store was open.')
    return this.#loaded
  }

  /** Applies a change to the settings as they are when its turn comes. Resolves once it is on disk, or throws. */
  async change(patch: SettingsPatch): Promise<Settings> {
    return this.#queue.run(() => this.#apply(patch))
  }

  /** Resolves when nothing is being written any more. */
  async close(): Promise<void> {
    await this.#queue.idle()
  }

  async #apply(patch: SettingsPatch): Promise<Settings> {
    const loaded = this.#required()
    const { current } = loaded
    const groups = groupNames(Settings).map((name) => [name, withPatch<object>(current[name], patch[name] ?? {})])
    const next = Settings.safeParse({ ...withPatch<object>(current, patch), ...Object.fromEntries(groups) })
    if (!next.success) {
      throw new CairnError(
        'INVALID_INPUT',
        `These are no settings: ${z.prettifyError(next.error)}`,
        'Choose other values.',
      )
    }
    await loaded.write(join(this.options.folder, 'settings.json'), `${JSON.stringify(next.data, undefined, 2)}\n`)
    loaded.current = next.data
    this.options.changed(next.data)
    return next.data
  }
}

/** Reads each setting by itself, so that one wrong value costs no other. `wrong` names them. */
export function readSettings(text: string): { settings: Settings; wrong: string[] } {
  const fields = z.record(z.string(), z.unknown()).safeParse(jsonIfValid(text))
  if (!fields.success) return { settings: defaultSettings, wrong: ['all'] }
  const wrong: string[] = []
  const settings = fitting(fields.data, Settings.shape, '', wrong)
  for (const name of groupNames(Settings)) {
    const group = z.record(z.string(), z.unknown()).safeParse(fields.data[name])
    const { shape } = Settings.shape[name].unwrap()
    if (group.success) settings[name] = fitting(group.data, shape, `${name}.`, wrong)
  }
  const shortcuts = z.record(z.string(), z.unknown()).safeParse(fields.data['shortcuts'])
  if (shortcuts.success) settings['shortcuts'] = fittingShortcuts(shortcuts.data)
  return { settings: Settings.parse(settings), wrong }
}

function fitting(
  values: Readonly<Record<string, unknown>>,
  shape: Readonly<Record<string, z.ZodType>>,
  prefix: string,
  wrong: string[],
): Record<string, unknown> {
  const fits = Object.entries(shape).flatMap(([name, schema]) => {
    if (!Object.hasOwn(values, name)) return []
    const parsed = schema.safeParse(values[name])
    if (!parsed.success) wrong.push(`${prefix}${name}`)
    return parsed.success ? [[name, parsed.data] as const] : []
  })
  return Object.fromEntries(fits)
}

function fittingShortcuts(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { shortcuts } = Settings.shape
  const fits = Object.entries(values).filter(([action, keys]) => shortcuts.safeParse({ [action]: keys }).success)
  return Object.fromEntries(fits)
}
