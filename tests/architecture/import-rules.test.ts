import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const config = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as IConfiguration & {
  forbidden: readonly { name: string }[]
}

async function cruiseFrom(baseDir: string, folders: string[]): Promise<ICruiseResult> {
  const { enhancedResolveOptions } = config.options ?? {}
  const { output } = await cruise(
    folders,
    { ...config.options, baseDir, validate: true, ruleSet: { forbidden: config.forbidden } },
    { ...enhancedResolveOptions },
    { tsConfig: extractTsConfig(join(root, 'tsconfig.json')) },
  )
  if (typeof output === 'string') throw new TypeError('dependency-cruiser was asked for an object')
  return output
}

describe('import rules', () => {
  // Would catch a room that reaches past its ports, and a cruiser that sees nothing and therefore passes.
  test('hold on the real tree, of which the cruiser sees more than 200 modules', async () => {
    const { modules, summary } = await cruiseFrom(root, ['electron', 'shared', 'renderer', 'bench'])
    const own = modules.filter(({ source }) => /^(electron|shared|renderer|bench)\//.test(source))
    expect(own.length).toBeGreaterThan(200)
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
  }, 300_000)

  // Would catch a rule whose pattern matches nothing.
  test('each fire on the violation planted for it', async () => {
    const planted = join(import.meta.dirname, 'planted')
    const { summary } = await cruiseFrom(planted, ['electron', 'shared', 'renderer', 'bench'])
    const fired = new Set<string | undefined>(summary.violations.map(({ rule }) => rule.name))
    expect(config.forbidden.filter(({ name }) => !fired.has(name))).toEqual([])
  })
})
