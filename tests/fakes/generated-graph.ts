import { createHash } from 'node:crypto'
import { type CommunityHead, EntityType, RelationKind } from '@shared/graph'
import { mulberry32 } from '@shared/hash'

export interface GeneratedEntity {
  readonly id: string
  name: string
  type: EntityType | null
  readonly aliases: string[]
  readonly mentions: number
  /** 0 to 1. */
  readonly rank: number
  /** Place in `communities`. */
  readonly community: number
}

export interface GeneratedEdge {
  readonly source: GeneratedEntity
  readonly target: GeneratedEntity
  readonly kind: RelationKind
  readonly weight: number
}

export interface GeneratedGraph {
  /** Highest rank first. */
  readonly entities: GeneratedEntity[]
  readonly edges: GeneratedEdge[]
  /** Largest first. */
  readonly communities: CommunityHead[]
}

const en = {
  first:
    'Lake,Glacier,Harbour,Signal,Storage,Vector,Query,Session,Evidence,Ridge,Turbine,Sensor,Archive,Budget,Retrieval',
  last: 'index,service,protocol,model,survey,station,report,cache,pipeline,team,planner,monitor,scheduler,summary,layer',
}
const zh = {
  first: '湖泊,冰川,港口,信号,存储,向量,查询,会话,证据,山脊,涡轮,传感器,档案,预算,检索',
  last: '索引,服务,协议,模型,调查,观测站,报告,缓存,流水线,团队,规划器,监视器,调度器,摘要,分层',
}

const stated = RelationKind.options.filter((kind) => kind !== 'co_occurs')

/** An id that is the same for the same name. */
export function entityIdOf(name: string): string {
  return `n_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`
}

/** A graph with planted communities, about three edges an entity and a few hubs; the same for the same size and seed. */
export function generateGraph(size: number, seed = 1): GeneratedGraph {
  const random = mulberry32(seed)
  const groups = groupsOf(size, random)
  const pairs = pairsOf(groups, random)
  const degrees = new Map<number, number>()
  for (const pair of pairs) for (const at of pair) degrees.set(at, (degrees.get(at) ?? 0) + 1)
  const most = Math.max(1, ...degrees.values())
  const groupOf = new Map(groups.flatMap((members, group) => members.map((at) => [at, group] as const)))
  const all = Array.from({ length: size }, (_, at): GeneratedEntity => {
    const name = nameOf(at)
    return {
      id: entityIdOf(name),
      name,
      type:
        random() < 0.2 ? null : (EntityType.options[Math.floor(random() ** 2.4 * EntityType.options.length)] ?? null),
      aliases: at % 9 === 0 ? [`${name} (${at})`] : [],
      mentions: 1 + (degrees.get(at) ?? 0) * 2,
      rank: (degrees.get(at) ?? 0) / most,
      community: groupOf.get(at) ?? 0,
    }
  })
  const edges = pairs.flatMap(([from, to]): GeneratedEdge[] => {
    const source = all[from]
    const target = all[to]
    if (!source || !target) return []
    const kind = random() < 0.3 ? (stated[Math.floor(random() * stated.length)] ?? 'uses') : 'co_occurs'
    return [
      { source, target, kind, weight: kind === 'co_occurs' ? 0.2 + 0.8 * random() : 1 + Math.floor(random() * 4) },
    ]
  })
  const communities = groups.map((members, group) => ({
    id: `c_${group}`,
    level: 0,
    parent: null,
    title: members
      .slice(0, 2)
      .map((at) => nameOf(at))
      .join(' · '),
    size: members.length,
  }))
  return { entities: all.toSorted((a, b) => b.rank - a.rank), edges, communities }
}

/** Places of entities by community, the largest first; sizes fall off slowly. */
function groupsOf(size: number, random: () => number): number[][] {
  const count = Math.max(1, Math.round(Math.sqrt(size) / 2.2))
  const weights = Array.from({ length: count }, (_, at) => 1 / (at + 2) ** 0.7)
  const whole = weights.reduce((sum, one) => sum + one, 0)
  const groups = weights.map((): number[] => [])
  for (let at = 0; at < size; at += 1) {
    let left = random() * whole
    const group = weights.findIndex((weight) => (left -= weight) <= 0)
    groups[Math.max(0, group)]?.push(at)
  }
  return groups.toSorted((a, b) => b.length - a.length)
}

/** Each entity hangs on one to three earlier ones of its community, hubs first; some also on another community's hub. */
function pairsOf(groups: readonly number[][], random: () => number): [number, number][] {
  const pairs = new Map<string, [number, number]>()
  const join = (a: number | undefined, b: number | undefined) => {
    if (a !== undefined && b !== undefined && a !== b) pairs.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [a, b])
  }
  for (const members of groups) {
    for (const [at, one] of members.entries()) {
      const links = 1 + Math.floor(random() * 3)
      for (let link = 0; link < links && at > 0; link += 1) join(one, members[Math.floor(random() ** 2.2 * at)])
      if (random() > 0.12) continue
      const other = groups[Math.floor(random() * groups.length)] ?? members
      join(one, other[Math.floor(random() ** 3 * other.length)])
    }
  }
  return [...pairs.values()]
}

function nameOf(at: number): string {
  const words = at % 3 === 2 ? zh : en
  const firsts = words.first.split(',')
  const lasts = words.last.split(',')
  const number = Math.floor(at / (firsts.length * lasts.length))
  const first = firsts[at % firsts.length] ?? ''
  const last = lasts[Math.floor(at / firsts.length) % lasts.length] ?? ''
  const name = words === zh ? `${first}${last}` : `${first} ${last}`
  return number === 0 ? name : `${name} ${number}`
}
