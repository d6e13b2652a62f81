/** The product's name and its noun for athletes; they are defined only here (D72). */
export const PRODUCT = {
  name: 'Infield',
  infielder: 'Infielder',
  slogan: 'Where fans learn and athletes earn.',
} as const
