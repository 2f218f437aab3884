import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const cobalt: MantineColorsTuple = [
  '#f1f4fe',
  '#e9effe',
  '#cfdafb',
  '#b9c8f6',
  '#93aeff',
  '#6684e6',
  '#4468e4',
  '#2b4fcb',
  '#2341ab',
  '#1b3387',
];
const gray: MantineColorsTuple = [
  '#f5f6f8',
  '#eceef1',
  '#e2e5ea',
  '#c6ccd5',
  '#8b95a2',
  '#7b8593',
  '#5b6572',
  '#434c58',
  '#232a33',
  '#12161c',
];
const dark: MantineColorsTuple = [
  '#e8ebef',
  '#b3bbc6',
  '#929ca9',
  '#6f7a88',
  '#3a4350',
  '#252b34',
  '#1a1f26',
  '#13171c',
  '#0d1014',
  '#0a0c10',
];

/** Mantine in the console's clothes; the values behind are the tokens of styles/tokens.css. */
export const mantineTheme = createTheme({
  primaryColor: 'cobalt',
  primaryShade: { light: 7, dark: 6 },
  colors: { cobalt, gray, dark },
  fontFamily: 'var(--ns-font)',
  fontFamilyMonospace: 'var(--ns-mono)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '18px' },
  lineHeights: { xs: '14px', sm: '16px', md: '18px', lg: '20px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  shadows: { sm: 'var(--ns-shadow-1)', md: 'var(--ns-shadow-2)', xl: 'var(--ns-shadow-3)' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'xs' },
      vars: () => ({ root: { '--button-height': '30px', '--button-padding-x': '11px', '--button-fz': '13px' } }),
    },
    Input: { defaultProps: { size: 'xs' }, vars: () => ({ wrapper: { '--input-height': '32px', '--input-fz': '13px' } }) },
    Drawer: { defaultProps: { transitionProps: { duration: 200 } } },
    Modal: { defaultProps: { transitionProps: { duration: 200 }, radius: 'lg', centered: true } },
    Menu: { defaultProps: { transitionProps: { duration: 200 }, radius: 'md' } },
  },
});

const ours = {
  '--mantine-color-body': 'var(--ns-surface)',
  '--mantine-color-text': 'var(--ns-text)',
  '--mantine-color-dimmed': 'var(--ns-text-3)',
  '--mantine-color-default': 'var(--ns-surface)',
  '--mantine-color-default-color': 'var(--ns-text)',
  '--mantine-color-default-border': 'var(--ns-control)',
  '--mantine-color-default-hover': 'var(--ns-hover)',
  '--mantine-color-anchor': 'var(--ns-accent-text)',
  '--mantine-color-error': 'var(--ns-bad)',
  '--mantine-color-placeholder': 'var(--ns-text-3)',
};

/** The tokens turn with the colour scheme by themselves, so both schemes get the same references. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: ours,
  dark: ours,
});
