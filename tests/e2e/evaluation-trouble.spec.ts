import { expect, inElectron } from './cairn'
import { person } from './steps'
import { byServer, numberOf, ownerOf, test, understood } from './stand-in-steps'

const question = 'How long does the cable car from Tarnsford to the station take?'
const file = (text: string) => ({ name: 'cable.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) })

test.describe('a run of an evaluation', () => {
  test.use({ withSample: true, modelSettings: byServer })

  // Would catch a model that cannot be chosen, a run asked with another one, and an answer shown with its signs.
  test('is asked with the model that is chosen, and shows its answer as a chat would', async ({ cairn, standIn }) => {
    const { page } = cairn
    const owner = await ownerOf(page, standIn)
    const { say, button } = owner
    standIn.reply = (prompt) => {
      if (prompt.form) return understood(prompt)
      const mark = `[${numberOf(prompt, '19 minutes')}]`
      return `The ride takes **19 minutes** ${mark}.\n\n| From | Minutes |\n|---|---|\n| Tarnsford | 19 ${mark} |`
    }
    await owner.goTo('evaluation')
    // A set without questions says how one comes in, and cannot be asked.
    await button('evaluation:newSet').click()
    await expect(page.getByText(say('evaluation:noQuestions'))).toBeVisible()
    await expect(button('evaluation:run')).toBeDisabled()
    await page.locator('input[type=file][accept*=jsonl]').setInputFiles(file(JSON.stringify({ question })))
    await expect(button('evaluation:run')).toBeEnabled()
    await page.getByText(say('evaluation:otherSettings')).click()
    const chosen = page.getByRole('combobox', { name: say('evaluation:model'), exact: true })
    await chosen.click()
    // Which one the settings say stands beside it.
    await expect(page.getByRole('option', { name: say('evaluation:asSet') })).toContainText('stand-in')
    await page.getByRole('option', { name: say('evaluation:noModel') }).click()
    await button('evaluation:run').click()
    const run = page.getByRole('article')
    await expect(run).toContainText(say('evaluation:state.done'))
    await expect(run).toContainText(`· ${say('evaluation:noModel')} ·`)
    await button('evaluation:backToSet').click()
    await page.getByText(say('evaluation:otherSettings')).click()
    await chosen.click()
    await page.getByRole('option', { name: /^stand-in/u }).click()
    await button('evaluation:run').click()
    await expect(run).toContainText(say('evaluation:state.done'))
    await expect(run).toContainText(/· stand-in[^·]* ·/u)
    const result = page
      .getByRole('list', { name: say('evaluation:results') })
      .getByRole('listitem')
      .first()
    await result.getByText(question).click()
    await expect(result.locator('strong')).toHaveText('19 minutes')
    await expect(result.getByRole('cell', { name: 'Tarnsford' })).toBeVisible()
    await result
      .getByRole('button', { name: /^Source \d+/u })
      .first()
      .click()
    await expect(page.locator('[data-mark="passage"]').first()).toContainText('19 minutes')
  })

  // Would catch a run that is shown as running for ever, what was asked by then lost, and a set that cannot be asked again.
  test('that is killed with the engine is shown as broken off, and is asked again whole', async ({
    cairn,
    standIn,
  }) => {
    test.skip(inElectron, 'In the window shell the engine is the main process.')
    test.skip(process.platform !== 'linux', 'Its process is found through /proc.')
    const { page } = cairn
    const owner = await ownerOf(page, standIn)
    const { say, button } = owner
    let asked = 0
    const never = new Promise<string>(() => {})
    standIn.reply = (prompt) => {
      if (prompt.form) return understood(prompt)
      asked += 1
      return asked === 3 ? never : `It takes 19 minutes [1].`
    }
    await owner.goTo('evaluation')
    const lines = [1, 2, 3, 4].map((at) => JSON.stringify({ question: `${question.slice(0, -1)} on day ${at}?` }))
    await page.locator('input[type=file][accept*=jsonl]').setInputFiles(file(lines.join('\n')))
    await button('evaluation:run').click()
    const run = page.getByRole('article')
    await expect(run.getByRole('status')).toHaveText(say('evaluation:askedOf', { asked: '2', total: '4' }))
    await expect.poll(() => asked).toBe(3)
    process.kill(await cairn.enginePid(), 'SIGKILL')
    await expect(run).toContainText(say('evaluation:state.cut_off'), { timeout: 60_000 })
    await expect(run).toContainText(say('evaluation:cutOff', { asked: '2', total: '4' }))
    const results = page.getByRole('list', { name: say('evaluation:results') }).getByRole('listitem')
    await expect(results).toHaveCount(2)
    await page.reload()
    await expect(results).toHaveCount(2)
    await button('evaluation:backToSet').click()
    await button('evaluation:run').click()
    await expect(run).toContainText(say('evaluation:state.done'), { timeout: 60_000 })
    await expect(results).toHaveCount(4)
    await button('evaluation:backToSet').click()
    const rows = page.getByRole('region', { name: say('evaluation:runTable') }).getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.last()).toContainText(say('evaluation:state.cut_off'))
  })
})

test.describe('an address of what is gone', () => {
  test.use({ withSharedSample: true })

  // Would catch a page that waits without end for a set or a run that another window deleted.
  test('leads back to what is there', async ({ cairn }) => {
    const { page } = cairn
    const { say } = person(page)
    await page.goto(`${cairn.origin}/#/evaluation/e_gone`)
    await expect(page.getByText(say('evaluation:choose.title'))).toBeVisible()
    await page.goto(`${cairn.origin}/#/evaluation/golden?run=v_gone`)
    await expect(page.getByRole('article', { name: say('evaluation:shipped') })).toBeVisible()
    await page.goto(`${cairn.origin}/#/evaluation/golden?run=v_gone&with=v_gone2`)
    await expect(page.getByRole('article', { name: say('evaluation:shipped') })).toBeVisible()
  })
})
