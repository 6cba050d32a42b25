import type { ConsentEntry } from '@shared/tools/tool-server-shapes'
import { describe, expect, it } from 'vitest'
import { consentStanding } from '@shared/tools/consent-standing'

const tool = { server: 'files', name: 'write', fingerprint: 'now' }
const said = (entry: Partial<ConsentEntry>): ConsentEntry => ({
  server: 'files',
  tool: 'write',
  fingerprint: 'now',
  answer: 'always',
  session_id: null,
  at: 0,
  ...entry,
})

describe('what is allowed to a tool', () => {
  // Would catch a tool that is shown as allowed after it became another one.
  it.each([
    ['asks, where nothing was said', [], null, false],
    ['asks, where others were allowed', [said({ tool: 'read' }), said({ server: 'notes' })], null, false],
    ['asks, where it was allowed in one chat', [said({ answer: 'chat', session_id: 's' })], null, false],
    ['may always run', [said({})], 'always', false],
    ['asks again, since it changed', [said({ fingerprint: 'then' })], null, true],
    ['never runs, whatever it has become', [said({ answer: 'never', fingerprint: 'then' })], 'never', false],
  ] as const)('%s', (_, consents, answer, isChanged) => {
    expect(consentStanding(tool, consents)).toEqual({ answer, isChanged })
  })
})
