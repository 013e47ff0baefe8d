@echo off
rem Double click: sets up what the sheet tools need and opens the helper page in the browser.
rem A workbook dropped on this file is opened on the page.
setlocal
chcp 65001 >nul
set "PYTHON="
py -3 --version >nul 2>nul && set "PYTHON=py -3"
if not defined PYTHON python --version >nul 2>nul && set "PYTHON=python"
if not defined PYTHON goto nopython
%PYTHON% "%~dp0start.py" %*
set "CODE=%ERRORLEVEL%"
if "%CODE%"=="0" exit /b 0
if "%CODE%"=="130" exit /b 130
pause
exit /b %CODE%

:nopython
echo.
echo Na tym komputerze nie ma Pythona, a jest on potrzebny.
echo.
echo   1. Otwórz stronę https://www.python.org/downloads/ i pobierz Pythona.
echo      (Można też zainstalować „Python 3.13” ze sklepu Microsoft Store.)
echo   2. W instalatorze zaznacz „Add python.exe to PATH”, potem wybierz „Install Now”.
echo   3. Kliknij dwukrotnie start.bat jeszcze raz.
echo.
echo This computer has no Python, and it is needed: install it from
echo https://www.python.org/downloads/ with "Add python.exe to PATH" ticked,
echo then double-click start.bat again.
echo.
pause
exit /b 2
