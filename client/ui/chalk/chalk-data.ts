type Point = readonly [x: number, y: number]

/**
 * The lines of courts, lanes and walls on a 1200 × 675 ground, as SVG paths. `bold` are the lines one plays to,
 * `fine` the lesser ones, `dashed` ropes and nets; `mark` is the one thing that moves, in the signal colour.
 */
export type ChalkDrawing = {
  bold: string
  fine: string
  dashed?: string
  mark: string
  /** Where the moving thing is now. */
  dot: Point
  /** Degrees around the middle of the ground. */
  turn?: number
}

const ring = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`
const box = ([x, y]: Point, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}Z`
const oval = ([x, y]: Point, width: number, height: number) =>
  `M${x} ${y}h${width}a${height / 2} ${height / 2} 0 0 1 0 ${height}h${-width}a${height / 2} ${height / 2} 0 0 1 0 ${-height}Z`
const each = (numbers: readonly number[], path: (value: number) => string) => numbers.map(path).join('')
const bend = (radius: number) => `M-60 ${880 - radius}H640A${radius} ${radius} 0 0 1 ${640 + radius} 880`

export const CHALK = {
  lanes: {
    bold: bend(860) + bend(300),
    fine:
      each([380, 460, 540, 620, 700, 780], bend) +
      each([0, 1, 2, 3, 4, 5, 6], (lane) => `M${120 + lane * 62} ${580 - lane * 80}v-80`),
    mark: 'M-60 220H640A660 660 0 0 1 1106.7 413.3',
    dot: [1106.7, 413.3],
  },
  key: {
    bold: `M1130 -80V760${box([818, 205], 312, 265)}M1130 -19H1056A362 362 0 0 0 1056 693H1130${ring(818, 337, 97)}`,
    fine: `M374 -80V760${ring(374, 337, 97)}M1045 269a68 68 0 0 0 0 137M1066 292v90${ring(1048, 337, 18)}M876 205v-22M940 205v-22M1004 205v-22M876 470v22M940 470v22M1004 470v22`,
    mark: 'M520 560C600 180 900 60 1046 330',
    dot: [520, 560],
  },
  circle: {
    bold: `M690 -200V900${ring(690, 337, 240)}M1330 -40H1010V714H1330`,
    fine: `M1330 150H1170V524H1330M1010 235a150 150 0 0 0 0 204${ring(1105, 337, 5)}${box([-300, -60], 1700, 795)}`,
    mark: 'M690 337C760 420 860 520 960 420',
    dot: [690, 337],
    turn: -14,
  },
  pool: {
    bold: 'M-100 40H1300M-100 635H1300',
    fine: each([99, 218, 337, 456, 575], (y) => `M-100 ${y}H1010M1010 ${y - 26}v52`),
    dashed: each([159, 278, 397, 516], (y) => `M-100 ${y}H1300`),
    mark: 'M160 337q35 -26 70 0t70 0t70 0t70 0t70 0t70 0t70 0t70 0',
    dot: [748, 337],
    turn: -7,
  },
  ring: {
    bold: box([520, 60], 555, 555),
    fine: box([550, 90], 495, 495) + box([580, 120], 435, 435) + box([430, -30], 735, 735),
    mark: `M760 420C640 330 760 190 900 230L1045 90${box([1015, 60], 60, 60)}`,
    dot: [760, 420],
    turn: 18,
  },
  wall: {
    bold: 'M560 900L700 520L640 300L820 -60M980 900L1040 560L1180 380',
    fine: `M700 520L1040 560M640 300L300 120L-40 200M820 120L1300 60${each([0, 1, 2, 3], (row) => each([0, 1, 2, 3], (column) => ring(430 + column * 190 + (row % 2) * 80, 90 + row * 160, 6)))}`,
    mark: 'M640 720C660 620 760 610 790 540S700 420 760 340S900 270 880 190S830 110 870 70',
    dot: [870, 70],
  },
  court: {
    bold: `${box([330, 60], 840, 555)}M750 20V655`,
    fine: 'M330 130H1170M330 545H1170M556 130V545M944 130V545M556 337H944M330 337h16M1154 337h16',
    mark: 'M430 610L944 300',
    dot: [944, 300],
    turn: 11,
  },
  net: {
    bold: box([240, 110], 920, 455),
    fine: 'M547 110V565M853 110V565',
    dashed: 'M700 40V635',
    mark: 'M420 500C520 120 820 60 940 420',
    dot: [940, 420],
    turn: -9,
  },
  gridiron: {
    bold: 'M-60 70H1260M-60 605H1260M1010 70V605',
    fine:
      each([110, 260, 410, 560, 710, 860], (x) => `M${x} 70V605`) +
      each(
        [140, 170, 200, 230, 290, 320, 350, 380, 440, 470, 500, 530, 590, 620, 650, 680, 740, 770, 800, 830],
        (x) => `M${x} 250v22M${x} 403v22`,
      ) +
      ring(470, 180, 24) +
      ring(470, 337, 24) +
      ring(470, 494, 24) +
      'M600 160l40 40M640 160l-40 40M600 317l40 40M640 317l-40 40',
    mark: 'M494 494H700L860 300',
    dot: [860, 300],
    turn: -5,
  },
  diamond: {
    bold: 'M640 640L1320 -40M640 640L-40 -40M640 640L874 406L640 172L406 406Z',
    fine: `${ring(640, 412, 42)}M318 318A455 455 0 0 1 962 318M-20 120A830 830 0 0 1 1300 120M640 640m-70 0a70 70 0 1 0 140 0a70 70 0 1 0 -140 0`,
    mark: 'M640 640L874 406',
    dot: [874, 406],
  },
  velodrome: {
    bold: oval([330, -20], 560, 715) + oval([430, 150], 360, 375),
    fine:
      oval([350, 24], 520, 627) +
      oval([372, 66], 476, 543) +
      oval([396, 106], 428, 463) +
      'M610 150V-20M740 150V-20',
    mark: 'M420 587H800A250 250 0 0 0 1040 337',
    dot: [1040, 337],
    turn: -12,
  },
  mat: {
    bold: ring(760, 337, 220) + box([470, 47], 580, 580),
    fine: `${ring(760, 337, 40) + box([400, -23], 720, 720)}M705 297v80M815 297v80`,
    mark: 'M760 117A220 220 0 0 1 980 337',
    dot: [980, 337],
    turn: 8,
  },
  barbell: {
    bold: `${ring(840, 337, 285) + ring(840, 337, 34)}M-60 337H806M874 337H1260`,
    fine: `${ring(840, 337, 240) + ring(840, 337, 130) + ring(840, 337, 62)}M-60 312H520M-60 362H520M520 300v74`,
    mark: 'M840 97A240 240 0 0 1 1080 337',
    dot: [1080, 337],
    turn: -9,
  },
  target: {
    bold: ring(830, 337, 300) + ring(830, 337, 60),
    fine: `${ring(830, 337, 240) + ring(830, 337, 180) + ring(830, 337, 120)}M830 327v20M820 337h20`,
    mark: 'M60 610L796 372',
    dot: [796, 372],
  },
  water: {
    bold: each(
      [60, 180, 300, 420, 540, 660],
      (y) => `M-60 ${y}q90 -44 180 0t180 0t180 0t180 0t180 0t180 0t180 0`,
    ),
    fine: each(
      [120, 240, 360, 480, 600],
      (y) => `M-150 ${y}q90 -44 180 0t180 0t180 0t180 0t180 0t180 0t180 0t180 0`,
    ),
    mark: 'M180 560L560 320L820 420L1010 150',
    dot: [1010, 150],
    turn: -5,
  },
  green: {
    bold: 'M520 330C520 160 700 60 880 90S1160 240 1120 400S900 620 740 570S520 480 520 330Z',
    fine: 'M590 335C590 210 730 130 870 150S1080 260 1050 390S880 550 755 510S590 440 590 335ZM420 330C410 90 660 -40 900 -10S1270 210 1220 430S940 720 700 670S425 520 420 330ZM320 340C290 20 620 -140 920 -110S1380 180 1320 460S970 830 660 770S340 600 320 340Z',
    mark: 'M-40 600C220 560 420 300 640 330S820 330 850 330M850 330V170l70 26l-70 26',
    dot: [850, 330],
  },
  track: {
    bold: oval([400, 60], 500, 555) + oval([480, 190], 340, 295),
    fine: `${oval([420, 92], 460, 491) + oval([440, 125], 420, 425) + oval([460, 158], 380, 360)}M650 485v130`,
    mark: 'M480 550H860A212 212 0 0 0 1072 337',
    dot: [1072, 337],
    turn: -14,
  },
} as const satisfies Record<string, ChalkDrawing>

export type ChalkName = keyof typeof CHALK

const SPORTS: Record<string, ChalkName> = {
  'track & field': 'lanes',
  triathlon: 'lanes',
  basketball: 'key',
  soccer: 'circle',
  handball: 'circle',
  'field hockey': 'circle',
  swimming: 'pool',
  diving: 'pool',
  'water polo': 'pool',
  boxing: 'ring',
  fencing: 'mat',
  judo: 'mat',
  taekwondo: 'mat',
  wrestling: 'mat',
  gymnastics: 'mat',
  'sport climbing': 'wall',
  tennis: 'court',
  'table tennis': 'court',
  badminton: 'court',
  volleyball: 'net',
  football: 'gridiron',
  rugby: 'gridiron',
  baseball: 'diamond',
  softball: 'diamond',
  cycling: 'velodrome',
  skateboarding: 'velodrome',
  bodybuilding: 'barbell',
  powerlifting: 'barbell',
  weightlifting: 'barbell',
  'fitness creator': 'barbell',
  archery: 'target',
  shooting: 'target',
  rowing: 'water',
  sailing: 'water',
  surfing: 'water',
  'canoe/kayak': 'water',
  golf: 'green',
}

/** The drawing of a sport by its name in the catalogue; the running track for every other. */
export function chalkOfSport(sport: string | null | undefined): ChalkName {
  return SPORTS[(sport ?? '').trim().toLowerCase()] ?? 'track'
}
