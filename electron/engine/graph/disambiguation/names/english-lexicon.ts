/* Words that English names are built of. General to the language: nothing here was picked out of a test set. */

const list = (words: string): readonly string[] => words.trim().split(/\s+/u)
const setOf = (words: string): ReadonlySet<string> => new Set(list(words))
/** `base:form,form …`, the other way round: form → base. */
const formsOf = (entries: string): ReadonlyMap<string, string> =>
  new Map(
    list(entries).flatMap((entry) => {
      const [base = '', forms = ''] = entry.split(':')
      return forms.split(',').map((form): [string, string] => [form, base.replaceAll('_', ' ')])
    }),
  )

export const articles = setOf('the a an')
export const functionWords = setOf(
  'of and the for in on at to de del della di da do dos des du la le les el und für der die das van von den with from by or an',
)
/** Where the tail of a name begins that only says where or of what: Great Wall | of China. */
export const tailWords = setOf('of in at for from')

export const legalForms = setOf(
  'inc incorporated corp corporation co company ltd limited llc llp lp plc gmbh ag sa nv bv spa srl oy ab kk pte pty holding group',
)

/** Titles before a person's name, by the gender they tell: m, f or – where they tell none – x. */
export const honorifics: ReadonlyMap<string, string> = new Map([
  ...list('mr mister sir lord king prince father brother emperor duke baron').map((w): [string, string] => [w, 'm']),
  ...list('mrs ms miss madam madame lady dame queen princess sister empress duchess').map((w): [string, string] => [
    w,
    'f',
  ]),
  ...list('dr doctor prof professor president senator governor judge justice pope chancellor').map(
    (w): [string, string] => [w, 'x'],
  ),
  ...list('minister general colonel captain major reverend rev hon engineer chairman mayor ceo').map(
    (w): [string, string] => [w, 'x'],
  ),
])
/** Behind a person's name; the first two tell a son from his father. */
export const generations = setOf('jr sr')
export const degrees = setOf('phd md esq dds mba msc bsc ma ba frs obe cbe')

/** A class noun behind a name that adds nothing to it: Python library. */
export const freeClassWords = setOf('library framework database company corporation app software')
/** Class nouns that also make a new notion of a common word (business model): only behind what looks like a name. */
export const boundClassWords = setOf(
  'model algorithm language system platform tool toolkit architecture protocol project technique network engine',
)
/** Nouns that can stand on both sides of "of": Department of Energy, Energy Department. */
export const invertible = setOf('university department ministry institute bank court agency office museum battle port')
/** "University of X" and "X University" are two universities where X is one of these. */
export const notInverted = setOf('washington miami york')
/** A head that makes an organisation of a name: what follows its comma is part of it. */
export const organisationWords = setOf(
  'university college school institute hospital bank museum ministry department church court office agency',
)
/** What a numeral or a letter behind it counts: Stage I, Type V. */
export const countedNouns = setOf(
  'stage phase type class level tier part volume chapter act war title grade step layer priority version book section appendix mark series generation group category article figure table unit module',
)

/** Short forms that stand for one word wherever they occur in a name. */
export const abbreviations = formsOf(
  `department:dept university:univ institute:inst international:intl,int national:natl,nat association:assoc,assn
  brothers:bros management:mgmt,mgt conference:conf government:govt,gov avenue:ave road:rd boulevard:blvd
  mount:mt fort:ft saint:st,ste engineering:engg technology:tech development:dev manufacturing:mfg
  committee:cttee society:soc laboratory:lab academy:acad district:dist division:div president:pres professor:prof
  doctor:dr corporation:corp incorporated:inc limited:ltd company:co center:ctr,centre service:svc,svcs
  administration:admin application:app information:info technical:tech mathematics:math,maths
  mister:mr general:gen senator:sen governor:gov mountain:mtn
  junior:jr senior:sr versus:vs`,
)
/** Written in capitals or with full stops only: "us" is a word. */
export const capitalAbbreviations = formsOf(
  `united_states:us,usa united_kingdom:uk european_union:eu united_nations:un united_arab_emirates:uae
  world_war:ww new_york_city:nyc`,
)

export const spellings = formsOf(
  `theater:theatre meter:metre liter:litre fiber:fibre kilometer:kilometre defense:defence
  license:licence offense:offence gray:grey aluminum:aluminium program:programme catalog:catalogue dialog:dialogue
  analog:analogue archeology:archaeology encyclopedia:encyclopaedia pediatric:paediatric anemia:anaemia
  leukemia:leukaemia estrogen:oestrogen artifact:artefact sulfur:sulphur judgment:judgement check:cheque tire:tyre`,
)
export const irregularPlurals = formsOf(
  `child:children man:men woman:women person:people mouse:mice foot:feet tooth:teeth goose:geese analysis:analyses
  basis:bases hypothesis:hypotheses thesis:theses crisis:crises axis:axes criterion:criteria phenomenon:phenomena
  matrix:matrices index:indices vertex:vertices appendix:appendices datum:data medium:media bacterium:bacteria
  leaf:leaves life:lives knife:knives wolf:wolves half:halves shelf:shelves schema:schemata corpus:corpora`,
)
export const uninflected = setOf('series species news physics mathematics economics politics ethics logistics lens gas')

/** Short forms of given names. A form of several names stands under each. */
const nicknameLines =
  list(`william:bill,will,billy,willy robert:bob,rob,bobby,robbie richard:dick,rick,rich,ricky james:jim,jimmy,jamie
  john:jack,johnny,jon jonathan:jon michael:mike,mick,mickey thomas:tom,tommy anthony:tony joseph:joe,joey david:dave,davy
  daniel:dan,danny steven:steve,stephen stephen:steve,steven benjamin:ben,benny samuel:sam,sammy samantha:sam
  alexander:alex,sasha,sandy alexandra:alex,sandra elizabeth:liz,beth,betty,lizzie,eliza katherine:kate,kathy,kat,catherine,cathy
  catherine:kate,cathy,katherine margaret:meg,maggie,peggy edward:ed,eddie,ted,ned theodore:ted,teddy charles:charlie,chuck
  christopher:chris christine:chris,tina nicholas:nick andrew:andy,drew matthew:matt gregory:greg jeffrey:jeff geoffrey:geoff
  timothy:tim kenneth:ken,kenny ronald:ron,ronnie donald:don,donnie lawrence:larry patrick:pat,paddy patricia:pat,patty
  peter:pete philip:phil,phillip frederick:fred,freddie francis:frank franklin:frank henry:harry,hank harold:harry
  albert:al,bert gerald:gerry,jerry jerome:jerry leonard:leo,len susan:sue,susie rebecca:becky,becca jennifer:jen,jenny
  jessica:jess deborah:deb,debbie victoria:vicky,tori barbara:barb abraham:abe isaac:ike dwight:ike vincent:vince
  walter:walt raymond:ray zachary:zach joshua:josh nathaniel:nate,nathan eugene:gene stanley:stan douglas:doug
  ludwig:luis johannes:johann,hans mikhail:misha`)
export const nicknames: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  nicknameLines.map((line) => {
    const [base = '', forms = ''] = line.split(':')
    return [base, new Set(forms.split(','))]
  }),
)

/** Words that turn what follows, or what they are put before, into its contrary. */
export const negations = setOf('non not no anti un without never')
export const negativePrefixes = list('non un anti in im ir il dis de a counter')
export const opposites: readonly (readonly [string, string])[] = list(
  `input/output north/south east/west northern/southern eastern/western parent/child client/server upper/lower
  left/right male/female man/woman internal/external inner/outer public/private local/global local/remote upstream/downstream
  inbound/outbound import/export buyer/seller supply/demand source/target source/destination sender/receiver
  producer/consumer encoder/decoder encryption/decryption upload/download read/write start/end begin/end first/last
  front/back frontend/backend top/bottom high/low long/short large/small major/minor maximum/minimum max/min
  positive/negative true/false old/new early/late before/after pre/post macro/micro intra/inter intranet/internet
  hyper/hypo hypertension/hypotension online/offline online/offline static/dynamic synchronous/asynchronous
  horizontal/vertical forward/backward master/slave primary/secondary row/column credit/debit asset/liability
  income/expense profit/loss winter/summer day/night husband/wife brother/sister father/mother son/daughter
  employer/employee teacher/student precision/recall mean/median hot/cold open/closed ingress/egress
  training/test train/test supervised/unsupervised discrete/continuous linear/nonlinear`,
).map((pair) => {
  const [one = '', other = ''] = pair.split('/')
  return [one, other]
})
