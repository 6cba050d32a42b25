const goals = {
  en: 'Compare the station handbook and the visitor guide: rules, dates and costs',
  zh: '奥里尔湖的水位怎样监测？有哪些日期和数字？',
}

/** Pictures of research and notes: the form, the plan, the work, the findings, the report beside its passage, a notebook. */
export async function takeResearchViews(page, { say, take, button, view }, language) {
  const part = (name) => page.getByRole('tab', { name: new RegExp(`^${say(`research:partNames.${name}`)}`, 'u') })
  await view('research').click()
  await page.getByRole('textbox', { name: say('research:start.goal') }).fill(goals[language])
  await take('research-start')
  await page.keyboard.press('Control+Enter')
  await button('research:run').waitFor({ timeout: 60_000 })
  await take('research-plan')
  await button('research:run').click()
  await page.getByText(say('research:reading').split('{{')[0]).first().waitFor({ timeout: 60_000 })
  await take('research-progress')
  await part('report').waitFor({ timeout: 300_000 })
  await part('claims').click()
  await take('research-findings')
  await part('report').click()
  await page
    .getByRole('region', { name: say('research:report') })
    .getByRole('button')
    .first()
    .click()
  await page.waitForTimeout(1500)
  await take('research-report')
  await view('notes').click()
  await button('notes:new').first().click()
  await button('notes:write').click()
  await page.getByRole('textbox', { name: say('notes:newLabel') }).fill(goals[language])
  await button('notes:add').click()
  await take('notes')
}
