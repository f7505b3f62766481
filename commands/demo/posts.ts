import type { Scene } from './pictures/scenes.ts'

export type DemoPost = {
  title: string
  picture: Scene
  excerpt: string
  category: string
  days: number
  body: readonly string[]
  quote?: string
  css?: string
}

export const posts: readonly DemoPost[] = [
  {
    title: 'A short guide to travel claims',
    picture: 'sail',
    category: 'People',
    days: 61,
    excerpt: 'Which receipt, which form, and why the train is nearly always the answer.',
    body: [
      'You travelled, you paid, you would like the money back. Photograph the receipt on the day itself; thermal paper fades faster than memory does.',
      'Send one claim per journey, not one per month. Claims that arrive before Wednesday noon are paid with the same week’s run.',
      'Anything above two hundred euros needs the name of the person who agreed to it beforehand. A name is enough. Nobody collects signatures any more.',
    ],
  },
  {
    title: 'Winter hours of the front desk',
    picture: 'desks',
    category: 'Daily life',
    days: 54,
    excerpt: 'From the first of November the desk opens at half past seven and closes at six.',
    body: [
      'From the first of November until the end of February the front desk on Quay Street opens at half past seven and closes at six.',
      'Parcels that come later go to the night porter at gate two. He has a kettle, and he appreciates being told what is in the box when it is alive.',
    ],
  },
  {
    title: 'How the warehouse cut its paper use by half',
    picture: 'whiteboard',
    category: 'Company',
    days: 47,
    excerpt: 'It began with a broken printer and ended with eleven fewer filing cabinets.',
    quote: 'We did not plan to go without paper. We planned to wait for the repairman.',
    body: [
      'In March the label printer of hall three died. The repairman came nine days later. In those nine days the crew wrote dock numbers on a whiteboard and read pick lists from two old tablets, and nothing went wrong.',
      'When the printer came back, nobody asked for the lists. Samuel Osei counted: of fourteen documents per delivery, three were ever looked at again.',
      'Since then every new form has to answer one question: who will read it, and when? Eleven filing cabinets have left the building. The printer still works. It prints labels.',
    ],
  },
  {
    title: 'Colleagues of the quarter',
    picture: 'thanks',
    category: 'People',
    days: 40,
    excerpt: 'You voted, we counted twice: Mei Tanaka and the whole of the night shift.',
    body: [
      'Two hundred and six of you voted. Mei Tanaka of purchasing found the supplier who could still deliver marine rope in August, and answered every question about it twice without sighing.',
      'The night shift was nominated as one, by people who had only ever met them through tidy handover notes. That seems the best reason there is.',
    ],
  },
  {
    title: 'Fire drill on Thursday, and what went well last time',
    picture: 'drill',
    category: 'Safety',
    days: 33,
    excerpt: 'Four minutes and ten seconds in spring. We can do without the last forty.',
    body: [
      'On Thursday at a time that we will not tell you the alarm will sound in all three halls. Leave by the nearest green door, walk to the flagpole, and let your name be ticked.',
      'In spring it took four minutes and ten seconds. Forty of those seconds were spent on coats. Please leave the coats.',
      'What went well: every floor warden wore the vest, nobody used the lift, and the visitors’ book was carried out first.',
    ],
  },
  {
    title: 'What the new scanner does differently',
    picture: 'scanner',
    category: 'Company',
    days: 27,
    excerpt: 'One beep means right, two mean wrong, and three mean that Jonas would like to hear about it.',
    body: [
      'The grey scanners are going, the green ones are coming. They read a damaged label from further away and they weigh a third less, which your wrist will notice around four in the afternoon.',
      'One beep: the item is where it should be. Two beeps: it belongs elsewhere, and the display says where. Three beeps: the system and the shelf disagree. Put it in the amber tray and Jonas will find out which of them is lying.',
    ],
  },
  {
    title: 'The bicycle shed has a second floor',
    picture: 'bicycles',
    category: 'Daily life',
    days: 22,
    excerpt: 'Sixty-four places more, and a rail that does the lifting for you.',
    body: [
      'The upper row has gas springs: pull the rail towards you, roll the wheel in, push. It takes one hand and no courage.',
      'Cargo bikes stay on the ground, left of the pump. The pump is new too. It has a gauge that tells the truth.',
    ],
  },
  {
    title: 'Safety walk: twenty-one findings, twenty fixed',
    picture: 'walk',
    category: 'Safety',
    days: 17,
    excerpt: 'The last one waits for a part from Gothenburg, and is fenced off until then.',
    body: [
      'Six of you walked the halls for two hours with a clipboard and a torch. You found twenty-one things, from a loose stair nosing to an extinguisher hidden behind a very large plant.',
      'Twenty are fixed. The hydraulic dock at gate five needs a valve that is made in Gothenburg and nowhere else. Until it arrives the gate is closed, and the fence stays, also when it is in the way.',
    ],
  },
  {
    title: 'Canteen menu, week 47',
    picture: 'canteen',
    category: 'Daily life',
    days: 12,
    excerpt: 'Soto ayam on Tuesday, by request of eleven people and one petition.',
    body: [
      'Monday: barley soup with bread from Bakkerij Zuid. Tuesday: soto ayam, by request of eleven people and one petition. Wednesday: oven vegetables with feta. Thursday: fish, whatever the boat brings. Friday: pancakes, as ever.',
      'The salad bar now names its dressings. Allergies: ask at the counter, the folder lies next to the till.',
    ],
  },
  {
    title: 'Twelve weeks of the new shift calendar: what we learned',
    picture: 'nightShift',
    category: 'People',
    days: 9,
    excerpt: 'Fewer swaps, longer weekends, and one rule that we are taking back.',
    quote: 'The calendar is good when nobody talks about it.',
    body: [
      'Since September the shifts rotate forwards, with a free weekend in every three. Swaps fell from forty-one a week to sixteen. Sick leave on Mondays fell as well; we draw no conclusions, we merely print the number.',
      'One rule goes: the deadline of ten days for a swap. It helped the planners and nobody else. From December a swap needs two people who agree and one message to the desk.',
      'Tell us what is still wrong. The survey is four questions long and closes on Friday.',
    ],
  },
  {
    title: 'We are looking for people who like knots',
    picture: 'knots',
    category: 'Company',
    days: 5,
    excerpt: 'The rope workshop takes two apprentices in spring. Bring a friend.',
    body: [
      'The rope workshop at the back of hall one splices what the ships outside depend on. Two of its four masters retire within three years, and they would like to hand over their hands’ knowledge while they still can.',
      'Two apprenticeships start in March. No certificate is needed. Patience is. If you know somebody who repairs things that others throw away, send them to Dita.',
    ],
  },
  {
    title: 'The harbour office opens its doors',
    picture: 'office',
    category: 'Company',
    days: 2,
    excerpt: 'Forty desks, one kitchen, and the first view of water we have had since 1998.',
    quote: 'What used to be two sites and a shuttle is now one staircase.',
    body: [
      'On Monday at eight, Dita from facilities turned the key of the third floor on Quay Street. By nine the kitchen smelled of coffee and somebody had already claimed the window seat.',
      'The move took eleven days and one broken plant. Forty desks stand in four rooms; the fifth room has no desk at all, only chairs, and a door that closes.',
      'The house is open to all of you on Friday from three o’clock. Come up, look out, and tell us what is missing. There will be cake until there is none.',
    ],
    css: '.lead { font-size: 1.15em }',
  },
]

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The text of a demo post as HTML. */
export const bodyOf = (post: DemoPost): string => {
  const [first = '', ...others] = post.body.map(escape)
  const quote = post.quote ? `<blockquote><p>${escape(post.quote)}</p></blockquote>` : ''
  return [`<p>${first}</p>`, quote, ...others.map((text) => `<p>${text}</p>`)].join('')
}
