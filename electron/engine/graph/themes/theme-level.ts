import type { Communities, Community } from '../communities/communities'

/** A community and what of it is asked about. */
export interface WeighedTheme {
  readonly community: Community
  /** Above 0; comparable within one question only. */
  readonly weight: number
}

export const levelSettings = {
  /** The coarsest level with this many themes is taken; where no level has as many, the level with the most themes. */
  minThemes: 5,
  /** A community is a theme from this share of the weightiest community's weight. */
  minShare: 0.05,
}

/** The themes of the level that suits the library and the question, the weightiest first. */
export function themesOfLevel(
  { all }: Communities,
  worth: Float64Array,
  { minThemes, minShare }: Readonly<typeof levelSettings>,
): WeighedTheme[] {
  const weigh = (community: Community): WeighedTheme => ({
    community,
    weight: community.members.reduce((sum, member) => sum + (worth[member] ?? 0), 0),
  })
  const finest = all.reduce((most, { level }) => Math.max(most, level), 0)
  let best: WeighedTheme[] = []
  for (let level = 0; level <= finest && best.length < minThemes; level += 1) {
    // What was not divided any further stands in for its parts.
    const weighed = all
      .filter((one) => one.level === level || (one.level < level && one.children.length === 0))
      .map(weigh)
    const highest = weighed.reduce((most, { weight }) => Math.max(most, weight), 0)
    const themes = weighed.filter(({ weight }) => weight > 0 && weight >= highest * minShare)
    if (themes.length > best.length) best = themes
  }
  return best.toSorted((a, b) => b.weight - a.weight || (a.community.id < b.community.id ? -1 : 1))
}
