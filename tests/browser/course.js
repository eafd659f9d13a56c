// A course to try things in. $WARPLAB is the command.
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const root = path.join(__dirname, '..', '..');

// A course of lab 1 with small pictures, in a folder of its own, and the photograph that was built.
exports.makeCourse = () => {
  const course = fs.mkdtempSync(path.join(os.tmpdir(), 'warplab-browser-'));
  for (const part of ['labs/lab1-convolution-c', 'solutions/lab1-convolution-c', 'common', 'images'])
    fs.cpSync(path.join(root, part), path.join(course, part), {recursive: true});
  fs.mkdirSync(path.join(course, 'build'));
  fs.symlinkSync(path.join(process.env.WARPLAB, '../../images'), path.join(course, 'build/images'));
  const file = path.join(course, 'labs/lab1-convolution-c/lab.json');
  fs.writeFileSync(file, JSON.stringify({
    ...JSON.parse(fs.readFileSync(file, 'utf8')), timed_size: '64x48', sizes: ['1x1', '17x33']}));
  return course;
};

// What somebody has who has solved lab 1 of it.
exports.solve = (course) => {
  const file = 'lab1-convolution-c/convolution.c';
  fs.copyFileSync(path.join(course, 'solutions', file), path.join(course, 'labs', file));
};
