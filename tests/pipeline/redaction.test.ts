import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validateSessionContext } from '@shared/session/validate-session'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')
let folder = ''
let engine: Engine

const tagged = (name: string) => engine.listDocuments({}).flatMap((one) => (one.name === name ? [one.id] : []))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-redaction-'))
  const files = join(folder, 'files')
  await mkdir(files)
  await writeFile(
    join(files, 'zephyr.md'),
    '# Zephyr\n\nThe negotiations with the harbour begin in April.\n\nThe negotiations are led by Gu Haoran.\n\n' +
      'Gu Haoran lives in Basel.\n',
  )
  await writeFile(join(files, 'garden.md'), '# Garden\n\nThe roses are watered by Ada Brook.\n')
  await writeFile(join(files, 'boats.md'), '# Boats\n\nThe ferry is painted green every second summer.\n')
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  for await (const event of engine.ingest({ paths: [files] })) expect(event.type).toBe('progress')
  // Everything is asked while nothing is sensitive yet.
  await ask('When do the negotiations begin?', 'dialogue')
  await ask('Who leads the negotiations?', 'dialogue')
  await ask('Where does he live?', 'dialogue')
  await ask('Who waters the roses?', 'dialogue')
  await ask('Which admirals negotiated the purchase of cheap submarines with an emperor of the moon?', 'refused')
  await ask('What did we say about the negotiations?', 'recalling')
  await ask('What colour is the ferry painted?', 'ferry')
  await engine.updateDocuments({ ids: tagged('zephyr.md'), add_tags: ['secret'] })
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask(question: string, session_id: string) {
  const events = []
  for await (const event of engine.ask({ question, session_id, search_anyway: true })) events.push(event)
  const final = events.at(-1)
  if (final?.type !== 'final') throw new Error(`The turn ended in ${final?.type ?? 'nothing'}.`)
  return final.response
}

async function exported(id: string): Promise<string> {
  let json = ''
  for await (const chunk of engine.exportSessions({ ids: [id], format: 'json', leave_out_sensitive: true })) {
    if (chunk.type === 'data') json += Buffer.from(chunk.base64, 'base64').toString('utf8')
  }
  expect(validateSessionContext(JSON.parse(json))).toHaveProperty('context')
  return json
}

/** Ids are random letters and digits, in which a word may stand by chance. */
const withoutHashes = (json: string) => json.replace(/[\da-f]{8,}/gu, '')

describe('an export that leaves out what is sensitive', () => {
  test('of chats asked before the document was tagged: no short answer, name or follow-up of it remains', async () => {
    const before = JSON.stringify(await engine.getSession('dialogue'))
    for (const word of ['April', 'Haoran', 'Basel', 'Zephyr']) expect(before).toContain(word)
    const json = withoutHashes(await exported('dialogue'))
    expect(json).not.toMatch(/April|Haoran|Basel|Zephyr/iu)
    // What rests on other documents stays.
    expect(json).toContain('Ada Brook')
    expect(json).toContain('Where does he live?')
  })

  test('of a refusal that only names the document as one of the nearest', async () => {
    expect(JSON.stringify(await engine.getSession('refused'))).toContain('Zephyr')
    const json = await exported('refused')
    expect(json).not.toMatch(/Zephyr/iu)
    expect(json).not.toContain(tagged('zephyr.md')[0])
    expect(json).toContain('I found nothing in your documents that answers this.')
  })

  test('of a chat that repeats what another one said from the document', async () => {
    expect(await engine.getSession('recalling').then((context) => JSON.stringify(context))).toContain('April')
    expect(withoutHashes(await exported('recalling'))).not.toMatch(/April|Haoran|Basel|Zephyr/iu)
  })

  test('of a chat that says it again after the tag, when the other chat is gone', async () => {
    await ask('What did we say about the negotiations?', 'later')
    const { evidences } = await engine.getSession('later')
    const chats = Object.values(evidences).filter(({ metadata }) => metadata?.['format'] === 'chat')
    expect(chats.map(({ sensitivity }) => sensitivity)).toContain('secret')
    await engine.deleteSession('dialogue')
    expect(withoutHashes(await exported('later'))).not.toMatch(/April|Haoran|Basel|Zephyr/iu)
  })

  test('a passage marked by hand in the chat it was said in is marked where that answer is recalled', async () => {
    const { evidences } = await engine.getSession('ferry')
    const passage = Object.values(evidences).find(({ type }) => type === 'rag_doc')
    expect(await engine.markEvidence('ferry', passage?.evidence_id ?? '', 'confidential')).toBe(true)
    await ask('What did we say about the ferry?', 'after-ferry')
    const chat = Object.values((await engine.getSession('after-ferry')).evidences).find(({ type }) => type === 'other')
    expect(chat?.sensitivity).toBe('confidential')
  })

  test('asking again after the tag raises what was recorded without it; taking the tag off lowers nothing', async () => {
    await ask('Who waters the roses?', 'again')
    const sensitivity = async () =>
      Object.values((await engine.getSession('again')).evidences).find(({ content }) => content?.startsWith('# Garden'))
        ?.sensitivity
    expect(await sensitivity()).toBeUndefined()
    await engine.updateDocuments({ ids: tagged('garden.md'), add_tags: ['机密'] })
    await ask('By whom are the roses watered?', 'again')
    expect(await sensitivity()).toBe('confidential')
    await engine.updateDocuments({ ids: tagged('garden.md'), remove_tags: ['机密'] })
    await ask('Who is watering the roses?', 'again')
    expect(await sensitivity()).toBe('confidential')
  })
})
