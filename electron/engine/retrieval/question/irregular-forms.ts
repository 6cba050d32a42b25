/**
 * English forms that stemming leaves apart from their base. Each line: the base, then its forms. A text that says
 * "built" is found by a row for "build", and the other way round.
 */
const lines = `
arise arose arisen
bad worse worst
bear bore born borne
beat beaten
become became
begin began begun
bend bent
bind bound
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
child children
choose chose chosen
come came
creep crept
crisis crises
criterion criteria
deal dealt
die died dying
dig dug
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
far farther further farthest furthest
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown
foot feet
forbid forbade forbidden
forget forgot forgotten
freeze froze frozen
give gave given
go went gone
good better best
goose geese
grow grew grown
half halves
hang hung
hear heard
hide hid hidden
hold held
hypothesis hypotheses
keep kept
knife knives
know knew known
lay laid
lead led
leaf leaves
learn learnt
leave left
lend lent
life lives
light lit
little less least
lose lost
man men
mean meant
medium media
meet met
mouse mice
pay paid
phenomenon phenomena
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shelf shelves
shine shone
shoot shot
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
speed sped
spend spent
spring sprang sprung
stand stood
steal stole stolen
stick stuck
strike struck stricken
swear swore sworn
sweep swept
swim swam swum
take took taken
teach taught
tear tore torn
tell told
thesis theses
thief thieves
think thought
throw threw thrown
tooth teeth
understand understood
wake woke woken
wear wore worn
wife wives
win won
wolf wolves
woman women
write wrote written
analysis analyses
axis axes
basis bases
bacterium bacteria
datum data
`

const compared =
  'big bright broad cheap clean clear close cold cool dark deep dense dry early easy fast few fine full great hard healthy heavy high hot large late light long loud low narrow near new old poor quick rich safe sharp short simple slow small soft strong tall thick thin tight tough ugly warm weak wet wide wise young'

const base = new Map<string, string>()
const forms = new Map<string, string[]>()

for (const line of lines.trim().split('\n')) {
  const [lemma = '', ...others] = line.split(' ')
  forms.set(lemma, others)
  for (const form of others) base.set(form, lemma)
}
for (const adjective of compared.split(' ')) {
  const stem = adjective.replace(/e$/u, '').replace(/y$/u, 'i')
  const doubled = /^(?:big|hot|thin|wet)$/u.test(adjective) ? stem + stem.slice(-1) : stem
  const others = [`${doubled}er`, `${doubled}est`]
  forms.set(adjective, [...(forms.get(adjective) ?? []), ...others])
  for (const form of others) base.set(form, adjective)
}

/** The base of an irregular or compared form in lower case: "built" gives "build". */
export function baseOf(form: string): string | undefined {
  return base.get(form)
}

/** The forms of a word that its stem does not reach, so that a search for the word can ask for them too. */
export function otherFormsOf(word: string): readonly string[] {
  return forms.get(word) ?? []
}
