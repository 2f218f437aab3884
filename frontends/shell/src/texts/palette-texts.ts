/** The texts of the palette, which load with it. */
export const paletteTexts = {
  palettePlaceholder: 'A screen, a job, a phone number or an action',
  paletteEmpty: 'Nothing matches',
  recent: 'Recent',
  screens: 'Screens',
  actions: 'Actions',
  searchPhone: 'Search the phone {phone}',
  openProfile: 'Open the profile of {phone}',
  searchName: 'Search the name {name}',
  createJob: 'Create a job from a file',
  createJobByRange: 'Create a job by range',
  pauseJob: 'Pause job {job}',
  playJob: 'Play job {job}',
  jobPaused: 'Job {job} is paused',
  jobPlayed: 'Job {job} goes on',
};
