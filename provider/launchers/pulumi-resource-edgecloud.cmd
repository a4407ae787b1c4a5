@echo off
node "%~dp0index.js" %*
