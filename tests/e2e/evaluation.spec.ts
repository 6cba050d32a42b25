import { readFile } from 'node:fs/promises'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { person } from './steps'

const question = 'How long does the cable car from Tarnsford to the station take?'

test.describe('evaluation', () => {
  test.use({ withSample: true })

  test('an answer becomes a question, is asked, expected otherwise, asked again and compared', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    const { say, button } = someone
    await someone.ask(question)
    const turn = someone.turn(question)
    await someone.answered(turn)
    await turn.getByRole('button', { name: say('chat:expectThis') }).click()
    await button('evaluation:look').click()

    const runs = page.getByRole('region', { name: say('evaluation:runTable') }).getByRole('row')
    const results = page.getByRole('list', { name: say('evaluation:results') }).locator('> li')
    const done = page.getByText(say('evaluation:state.done'), { exact: true })
    await button('evaluation:run').click()
    await expect(done).toBeVisible()
    await expect(results).toHaveCount(1)
    await expect(results.first()).toContainText(say('evaluation:passed'))
    // What the answer was is there, and what it cites opens beside it.
    await results.first().getByText(question).click()
    await expect(results.first()).toContainText('19 minutes')
    expect(await seriousFindings(page)).toEqual([])

    // Something else is expected: the next run is worse, and says why, by the keyboard alone.
    await button('evaluation:backToSet').press('Enter')
    await page.getByRole('button', { name: say('evaluation:editQuestion', { id: 'q1' }) }).press('Enter')
    await page.getByRole('textbox', { name: say('evaluation:field.keywords') }).fill('ninety minutes')
    await button('evaluation:save').press('Enter')
    await expect(page.getByText('“ninety minutes”')).toBeVisible()
    await button('evaluation:run').press('Enter')
    await expect(done).toBeVisible()
    await button('evaluation:compareBefore').press('Enter')
    const changes = page.getByRole('list', { name: say('evaluation:changes') }).locator('> li')
    await expect(changes).toHaveCount(1)
    await expect(changes.first()).toContainText(say('evaluation:change.worse'))
    // Why it is worse is seen before it is opened.
    await expect(changes.first()).toContainText(say('evaluation:fault.lacks', { words: 'ninety minutes' }))
    await changes.first().locator('summary').press('Enter')
    await expect(changes.first()).toContainText(say('evaluation:fault.lacks', { words: 'ninety minutes' }))
    expect(await seriousFindings(page)).toEqual([])
    await page.reload()
    await expect(changes.first()).toContainText(say('evaluation:change.worse'))

    await button('evaluation:backToSet').click()
    // A head, and a row a run.
    await expect(runs).toHaveCount(3)
    await expect(page.getByRole('img', { name: /100%.+0%/u }).first()).toBeVisible()
    // Would catch names of columns that stand upright, a letter or a word a line.
    await page.setViewportSize({ width: 700, height: 800 })
    const heads = await runs
      .first()
      .getByRole('columnheader')
      .evaluateAll((all) => all.slice(3).map((one) => one.clientWidth))
    expect(Math.min(...heads.slice(0, 3))).toBeGreaterThanOrEqual(70)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await seriousFindings(page)).toEqual([])
    const [saved] = await Promise.all([page.waitForEvent('download'), button('evaluation:export').click()])
    expect(await readFile(await saved.path(), 'utf8')).toContain('"keywords":[["ninety minutes"]]')
  })

  test('a file with a wrong line is refused with that line, a good one is a set', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    const { say, button } = someone
    await someone.goTo('evaluation')
    const file = page.locator('input[type=file][accept*=jsonl]')
    const named = (text: string) => ({ name: 'huts.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) })
    await file.setInputFiles(named('{"question":"When?"}\n{"question":'))
    await expect(page.getByText(/Line 2 is not JSON/u)).toBeVisible()
    await file.setInputFiles(named('{"question":"When was the hut opened?","keywords":[["1968"]]}'))
    await expect(page.getByText('When was the hut opened?')).toBeVisible()
    await button('evaluation:deleteSet').click()
    await expect(page.getByText('When was the hut opened?')).toBeHidden()
    await button('app:undo').click()
    await expect(page.getByText('When was the hut opened?')).toBeVisible()
    await expect(page.getByRole('list', { name: say('evaluation:sets') }).getByRole('listitem')).toHaveCount(2)
  })
})
