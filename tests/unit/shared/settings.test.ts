import { describe, expect, test } from 'vitest'
import { groupNames, patchSchema, withPatch } from '@shared/patch-schema'
import { RetrievalSettings, Settings, SettingsPatch } from '@shared/settings'
import { z } from 'zod'

/** Settings as they would be with one more of each kind, added as docs/extending.md says. */
const Extended = Settings.extend({
  sounds: z.boolean().default(true),
  retrieval: RetrievalSettings.extend({ depth: z.number().int().min(1).max(9).default(3) }).default({
    ...RetrievalSettings.parse({}),
    depth: 3,
  }),
})
const ExtendedPatch = patchSchema(Extended)

describe('the patch of settings', () => {
  // Would catch a default that a change of one setting writes over another one.
  test('has no defaults: what is absent stays absent', () => {
    expect(SettingsPatch.parse({})).toEqual({})
    expect(SettingsPatch.parse({ retrieval: {}, models: {} })).toEqual({ retrieval: {}, models: {} })
    expect(SettingsPatch.parse({ graph: { budget_minutes: 60 } })).toEqual({ graph: { budget_minutes: 60 } })
  })

  // Would catch a setting that has to be written down twice.
  test('knows a setting that was added to the schema, with its type and its limits', () => {
    const patch: z.infer<typeof ExtendedPatch> = { sounds: false, retrieval: { depth: 5 } }
    expect(ExtendedPatch.parse(patch)).toEqual(patch)
    expect(ExtendedPatch.safeParse({ retrieval: { depth: 10 } }).success).toBe(false)
    expect(ExtendedPatch.parse({ retrieval: { passages: 2 } })).toEqual({ retrieval: { passages: 2 } })
  })

  test('replaces lists and tables as a whole, and has the limits of the settings', () => {
    expect(groupNames(Extended)).toEqual([
      'retrieval',
      'graph',
      'library',
      'ocr',
      'tools',
      'models',
      'doors',
      'desktop',
      'network',
      'diagnostics',
      'backups',
    ])
    expect(SettingsPatch.parse({ shortcuts: {}, models: { tasks: {} } })).toEqual({
      shortcuts: {},
      models: { tasks: {} },
    })
    const wrong = SettingsPatch.safeParse({ retrieval: { passages: 13 } })
    expect(wrong.error && z.prettifyError(wrong.error)).toBe('✖ This must be 12 or less.\n  → at retrieval.passages')
  })

  test('leaves what it does not name, or names without a value', () => {
    expect(withPatch({ a: 1, b: 2 }, { b: undefined })).toEqual({ a: 1, b: 2 })
    expect(withPatch({ a: 1, b: 2 }, { b: 3 })).toEqual({ a: 1, b: 3 })
  })
})
